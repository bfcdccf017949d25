# Takes a win, or else blocks one, on an array; otherwise the middle-most column.
import numpy as np

PLAYER, AI = 1, 2


def create_board(rows=6, columns=7):
    return np.zeros((rows, columns))


def has_four(board, piece):
    rows, columns = board.shape
    for r in range(rows):
        for c in range(columns):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(r + i * dr, c + i * dc) for i in range(4)]
                if all(a < rows and 0 <= b < columns and board[a, b] == piece for a, b in cells):
                    return True
    return False


def choose_column(board, player):
    columns = [c for c in range(board.shape[1]) if board[0, c] == 0]
    for piece in (player, 3 - player):
        for column in columns:
            copy = board.copy()
            copy[np.flatnonzero(copy[:, column] == 0).max(), column] = piece
            if has_four(copy, piece):
                return np.int64(column)
    return np.int64(min(columns, key=lambda c: abs(c - board.shape[1] // 2)))
