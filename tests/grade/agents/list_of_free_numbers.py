# Beside the board there is a list of the numbers that are still free, and a player is 0 or 1.
signs = ["X", "O"]
table = ["", "", "", "", "", "", "", "", ""]
available = [1, 2, 3, 4, 5, 6, 7, 8, 9]
LINES = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]


def wins(sign):
    return any(all(table[number - 1] == sign for number in line) for line in LINES)


def bot_move(player):
    for who in (player, 1 - player):
        for number in list(available):
            table[number - 1] = signs[who]
            won = wins(signs[who])
            table[number - 1] = ""
            if won:
                return place(number, player)
    return place(5 if 5 in available else available[0], player)


def place(number, player):
    available.remove(number)
    table[number - 1] = signs[player]


def game():
    while available and not wins("X") and not wins("O"):
        place(int(input("number ")), 0)
        bot_move(1)


if __name__ == "__main__":
    game()
