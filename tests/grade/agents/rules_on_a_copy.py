# Wins as O, else blocks X, else a corner, the centre, an edge; it looks at copies of the board, and asks when imported.
board = [" " for _ in range(10)]


def wins(b, letter):
    lines = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]
    return any(b[i] == b[j] == b[k] == letter for i, j, k in lines)


def comp_move():
    free = [at for at, letter in enumerate(board) if letter == " " and at != 0]
    for letter in ("O", "X"):
        for at in free:
            copy = board[:]
            copy[at] = letter
            if wins(copy, letter):
                return at
    for at in (1, 3, 7, 9, 5, 2, 4, 6, 8):
        if at in free:
            return at
    return 0


def player_move():
    place = int(input("1-9: "))
    board[place] = "X"


def main():
    while board.count(" ") > 1:
        player_move()
        board[comp_move()] = "O"


main()
