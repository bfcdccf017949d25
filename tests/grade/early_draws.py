"""An agent of the course on early draw detection: the classes `Board` and `Agent`, written from its description."""

from __future__ import annotations

SOURCE = """
from collections import namedtuple

Move = namedtuple("Move", "row col")
ScoreBoard = namedtuple("ScoreBoard", "score move")
LINES = [[(i, j) for j in range(3)] for i in range(3)] + [[(i, j) for i in range(3)] for j in range(3)]
LINES += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]


class Board:
    def __init__(self, board=None):
        self.board = [list(row) for row in board] if board else [["_"] * 3 for _ in range(3)]

    def make_move(self, row, col, mark):
        self.board[row][col] = mark

    def get_winner(self):
        for line in LINES:
            marks = {self.board[i][j] for i, j in line}
            if len(marks) == 1 and marks != {"_"}:
                return marks.pop()
        return None

    def get_possible_moves(self):
        return [Move(i, j) for i in range(3) for j in range(3) if self.board[i][j] == "_"]

    def is_draw_inevitable(self):
        return all({"X", "O"} <= {self.board[i][j] for i, j in line} for line in LINES)

    def is_game_over(self):
        return self.get_winner() is not None or not self.get_possible_moves() or self.is_draw_inevitable()


class Agent:
    def __init__(self, ai_mark):
        self.ai_mark = ai_mark
        self.opponent_mark = "O" if ai_mark == "X" else "X"

    def evaluate(self, board, depth):
        winner = board.get_winner()
        return 0 if winner is None else 100 + depth if winner == self.ai_mark else -100 - depth

    def minimax(self, board, depth, alpha, beta, is_max):
        if depth == 0 or board.is_game_over():
            return ScoreBoard(self.evaluate(board, depth), None)
        best = ScoreBoard(-1000 if is_max else 1000, None)
        for move in board.get_possible_moves():
            board.make_move(move.row, move.col, self.ai_mark if is_max else self.opponent_mark)
            score = self.minimax(board, depth - 1, alpha, beta, not is_max).score
            board.make_move(move.row, move.col, "_")
            if (score > best.score) if is_max else (score < best.score):
                best = ScoreBoard(score, move)
        return best
"""
