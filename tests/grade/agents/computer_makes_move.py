# Players are objects that are given the board and told their sign later; `make_move` gives a move that is an object too.
from abc import ABC, abstractmethod


class Move:
    def __init__(self, row, col, sign):
        self.row, self.col, self.sign = row, col, sign


class Board:
    def __init__(self):
        self.places = [[" ", " ", " "] for _ in range(3)]

    def is_free(self, row, col):
        return self.places[row][col] == " "

    def make_move(self, move):
        self.places[move.row][move.col] = move.sign

    def lines(self):
        straight = [[(at, step) for step in range(3)] for at in range(3)]
        return straight + [[(step, at) for step in range(3)] for at in range(3)] + [
            [(at, at) for at in range(3)],
            [(at, 2 - at) for at in range(3)],
        ]


class Player(ABC):
    def __init__(self, board):
        self.board = board
        self._sign = None

    @property
    def sign(self):
        return self._sign

    @sign.setter
    def sign(self, value):
        self._sign = value

    @abstractmethod
    def make_move(self): ...


class HumanPlayer(Player):
    def make_move(self):
        return Move(int(input("row ")), int(input("column ")), self.sign)


class ComputerPlayer(Player):
    def make_move(self):
        for line in self.board.lines():
            signs = [self.board.places[row][col] for row, col in line]
            if signs.count(self.sign) == 2 and " " in signs:
                return Move(*line[signs.index(" ")], self.sign)
        for row, col in ((1, 1), (0, 0), (2, 2), (0, 2), (2, 0), (0, 1), (1, 0), (1, 2), (2, 1)):
            if self.board.is_free(row, col):
                return Move(row, col, self.sign)


if __name__ == "__main__":
    board = Board()
    human, computer = HumanPlayer(board), ComputerPlayer(board)
    human.sign, computer.sign = "X", "O"
    for _ in range(4):
        board.make_move(human.make_move())
        board.make_move(computer.make_move())
