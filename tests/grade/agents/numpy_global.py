import numpy as np

board = np.zeros((3, 3))
memo = {}


def check(player):
    return (np.any(np.all(board == player, axis=0)) or np.any(np.all(board == player, axis=1))
            or np.all(np.diag(board) == player) or np.all(np.diag(np.fliplr(board)) == player))


def minimax(is_max):
    key = board.tobytes(), is_max
    if key in memo:
        return memo[key]
    if check(2):
        v = 1
    elif check(1):
        v = -1
    elif not np.any(board == 0):
        v = 0
    else:
        v = -9 if is_max else 9
        for r in range(3):
            for c in range(3):
                if board[r][c] == 0:
                    board[r][c] = 2 if is_max else 1
                    v = max(v, minimax(False)) if is_max else min(v, minimax(True))
                    board[r][c] = 0
    memo[key] = v
    return v


def best_move():
    """Player 2."""
    best, move = -9, (-1, -1)
    for r in range(3):
        for c in range(3):
            if board[r][c] == 0:
                board[r][c] = 2
                v = minimax(False)
                board[r][c] = 0
                if v > best:
                    best, move = v, (np.int64(r), np.int64(c))
    return move
