# The board counts the marks on it, and is full when there are nine: a board without its count would never be.
import copy


class Board:
    def __init__(self):
        self.squares = [[0] * 3 for _ in range(3)]
        self.marked_squares = 0

    def mark(self, row, column, player):
        self.squares[row][column] = player
        self.marked_squares += 1

    def is_full(self):
        return self.marked_squares == 9

    def winner(self):
        s = self.squares
        lines = [*s, *zip(*s), (s[0][0], s[1][1], s[2][2]), (s[0][2], s[1][1], s[2][0])]
        return next((a for a, b, c in lines if a and a == b == c), 0)


class Computer:
    known = {}

    def __init__(self, player=2):
        self.player = player

    def find_move(self, board):
        return self.best(board, self.player)[1]

    def best(self, board, player):
        """The points of the computer, and the cell; a draw is worth as much as the count says."""
        key = str((board.squares, board.marked_squares, player, self.player))
        if key not in self.known:
            self.known[key] = self.search(board, player)
        return self.known[key]

    def search(self, board, player):
        if board.winner():
            return (1 if board.winner() == self.player else -1), None
        if board.is_full():
            return 0, None
        found = []
        for row in range(3):
            for column in range(3):
                if board.squares[row][column] == 0:
                    after = copy.deepcopy(board)
                    after.mark(row, column, player)
                    found.append((self.best(after, 3 - player)[0], (row, column)))
        if not found:
            return -5, None
        choose = max if player == self.player else min
        return choose(found, key=lambda one: one[0])
