from functools import cache

EMPTY = 0


@cache
def solve(board, turn):
    """(value for 1, move) on a tuple of nine."""
    for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if board[a] and board[a] == board[b] == board[c]:
            return board[a], None
    free = [i for i in range(9) if board[i] == EMPTY]
    if not free:
        return 0, None
    options = [(solve(board[:i] + (turn,) + board[i + 1:], -turn)[0], i) for i in free]
    return max(options, key=lambda o: o[0]) if turn == 1 else min(options, key=lambda o: o[0])


def find_move(board):
    assert isinstance(board, tuple)
    turn = 1 if sum(board) == 0 else -1
    return solve(board, turn)[1]
