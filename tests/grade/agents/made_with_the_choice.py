# The object is made with the letter that the human chose, and plays the other; its move comes with that letter.
LINES = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]


class Table:
    def __init__(self, choice):
        self.board = [[" "] * 3 for _ in range(3)]
        self.human = choice
        self.computer = "O" if choice == "X" else "X"

    def at(self, number):
        return self.board[(number - 1) // 3][(number - 1) % 3]

    def comp_move(self):
        for sign in (self.computer, self.human):
            for line in LINES:
                signs = [self.at(number) for number in line]
                if signs.count(sign) == 2 and " " in signs:
                    return self.computer, line[signs.index(" ")]
        return self.computer, next(number for number in (5, 1, 3, 7, 9, 2, 4, 6, 8) if self.at(number) == " ")


def game():
    table = Table(input("X or O? "))
    print(table.comp_move())


if __name__ == "__main__":
    game()
