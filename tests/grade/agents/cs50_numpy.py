import numpy as np

X = 1
O = -1
EMPTY = 0
seen = {}


def initial_state():
    return np.zeros((3, 3), dtype=int)


def player(board):
    return X if board.sum() == 0 else O


def actions(board):
    return [tuple(place) for place in np.argwhere(board == EMPTY)]


def result(board, action):
    new = board.copy()
    new[action] = player(board)
    return new


def winner(board):
    sums = np.concatenate([board.sum(axis=0), board.sum(axis=1), [np.trace(board), np.trace(np.fliplr(board))]])
    if (sums == 3).any():
        return X
    if (sums == -3).any():
        return O
    return None


def terminal(board):
    return winner(board) is not None or not (board == EMPTY).any()


def utility(board):
    return winner(board) or 0


def value(board):
    key = board.tobytes()
    if key not in seen:
        if terminal(board):
            seen[key] = utility(board)
        else:
            values = [value(result(board, a)) for a in actions(board)]
            seen[key] = max(values) if player(board) == X else min(values)
    return seen[key]


def minimax(board):
    if terminal(board):
        return None
    values = {a: value(result(board, a)) for a in actions(board)}
    return max(values, key=values.get) if player(board) == X else min(values, key=values.get)
