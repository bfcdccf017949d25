# [row, column] from 1, for whoever's mark is passed.
from functools import lru_cache


def empty_squares(board):
    return [(r, c) for r in range(3) for c in range(3) if board[r][c] == "-"]


def has_won(board, mark):
    return (any(all(cell == mark for cell in row) for row in board)
            or any(all(board[r][c] == mark for r in range(3)) for c in range(3))
            or all(board[i][i] == mark for i in range(3))
            or all(board[i][2 - i] == mark for i in range(3)))


@lru_cache(maxsize=None)
def value(board, me, you, mine):
    if has_won(board, me):
        return 1
    if has_won(board, you):
        return -1
    cells = empty_squares(board)
    if not cells:
        return 0
    after = [value(put(board, cell, me if mine else you), me, you, not mine) for cell in cells]
    return max(after) if mine else min(after)


def put(board, cell, mark):
    return tuple(tuple(mark if (r, c) == cell else board[r][c] for c in range(3)) for r in range(3))


def choose_best_move(board, mark):
    you = "O" if mark == "X" else "X"
    frozen = tuple(map(tuple, board))
    r, c = max(empty_squares(board), key=lambda cell: value(put(frozen, cell, mark), mark, you, False))
    return [r + 1, c + 1]


if __name__ == "__main__":
    grid = [["-"] * 3 for _ in range(3)]
    print(choose_best_move(grid, "X"))
