"""The object has no board until reset() makes an array of texts. It wins, blocks, or takes the first free cell."""

import numpy as np


class Game:
    def __init__(self):
        self.board = None
        self.turn = "X"

    def reset(self):
        self.board = np.full((3, 3), " ")
        self.turn = "X"

    def lines(self):
        for i in range(3):
            yield [(i, j) for j in range(3)]
            yield [(j, i) for j in range(3)]
        yield [(i, i) for i in range(3)]
        yield [(i, 2 - i) for i in range(3)]

    def completing(self, mark):
        for line in self.lines():
            marks = [self.board[place] for place in line]
            if marks.count(mark) == 2 and marks.count(" ") == 1:
                return line[marks.index(" ")]
        return None

    def best_move(self):
        for mark in ("O", "X"):
            place = self.completing(mark)
            if place is not None:
                return place
        return tuple(np.argwhere(self.board == " ")[0])

    def play(self):
        self.reset()
        while (self.board == " ").any():
            row, column = map(int, input("Row, column: ").split(","))
            self.board[row, column] = "X"
            self.board[self.best_move()] = "O"
            print(self.board)


if __name__ == "__main__":
    Game().play()
