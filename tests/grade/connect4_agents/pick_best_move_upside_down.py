# Row 0 is the bottom row. Takes a win, or blocks one, or plays at the middle.
import numpy as np

ROWS, COLS = 6, 7
EMPTY = 0


def valid_columns(board):
    return [c for c in range(COLS) if board[ROWS - 1][c] == EMPTY]


def next_open_row(board, column):
    return next(r for r in range(ROWS) if board[r][column] == EMPTY)


def four(board, piece):
    for r in range(ROWS):
        for c in range(COLS):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(r + i * dr, c + i * dc) for i in range(4)]
                if all(a < ROWS and 0 <= b < COLS and board[a][b] == piece for a, b in cells):
                    return True
    return False


def pick_best_move(board, piece):
    for mark in (piece, 3 - piece):
        for column in valid_columns(board):
            copy = np.array(board)
            copy[next_open_row(board, column)][column] = mark
            if four(copy, mark):
                return column
    return min(valid_columns(board), key=lambda c: abs(c - 3))
