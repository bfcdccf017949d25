"""A Board class that is passed to an AI class."""


class Board:
    def __init__(self):
        self.grid = [["." for _ in range(3)] for _ in range(3)]

    def spots(self):
        return [(r, c) for r in range(3) for c in range(3) if self.grid[r][c] == "."]

    def place(self, r, c, mark):
        self.grid[r][c] = mark

    def winner(self):
        g = self.grid
        for line in [*g, *zip(*g), (g[0][0], g[1][1], g[2][2]), (g[0][2], g[1][1], g[2][0])]:
            if line[0] != "." and line[0] == line[1] == line[2]:
                return line[0]
        return None


class AI:
    def __init__(self):
        self.mark = "O"
        self.seen = {}

    def best_move(self, board):
        moves = {}
        for r, c in board.spots():
            board.place(r, c, "O")
            moves[r, c] = self.score(board, "X")
            board.place(r, c, ".")
        return max(moves, key=moves.get)

    def score(self, board, turn):
        key = str(board.grid) + turn
        if key not in self.seen:
            won = board.winner()
            if won:
                self.seen[key] = 1 if won == "O" else -1
            elif not board.spots():
                self.seen[key] = 0
            else:
                values = []
                for r, c in board.spots():
                    board.place(r, c, turn)
                    values.append(self.score(board, "X" if turn == "O" else "O"))
                    board.place(r, c, ".")
                self.seen[key] = max(values) if turn == "O" else min(values)
        return self.seen[key]
