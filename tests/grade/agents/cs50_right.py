"""
Tic Tac Toe Player
"""

import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    """
    Returns starting state of the board.
    """
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]


def player(board):
    xs = sum(row.count(X) for row in board)
    os = sum(row.count(O) for row in board)
    return X if xs == os else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def result(board, action):
    i, j = action
    if board[i][j] is not EMPTY:
        raise Exception("Invalid action")
    new = [row[:] for row in board]
    new[i][j] = player(board)
    return new


def winner(board):
    for i in range(3):
        if board[i][0] is not None and board[i][0] == board[i][1] == board[i][2]:
            return board[i][0]
        if board[0][i] is not None and board[0][i] == board[1][i] == board[2][i]:
            return board[0][i]
    if board[1][1] is not None:
        if board[0][0] == board[1][1] == board[2][2] or board[0][2] == board[1][1] == board[2][0]:
            return board[1][1]
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    if terminal(board):
        return None
    best = None
    if player(board) == X:
        value = -math.inf
        for action in sorted(actions(board)):
            v = min_value(result(board, action), value, math.inf)
            if v > value:
                value, best = v, action
    else:
        value = math.inf
        for action in sorted(actions(board)):
            v = max_value(result(board, action), -math.inf, value)
            if v < value:
                value, best = v, action
    return best


def max_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = -math.inf
    for action in sorted(actions(board)):
        v = max(v, min_value(result(board, action), max(alpha, v), beta))
        if v >= beta:
            break
    return v


def min_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = math.inf
    for action in sorted(actions(board)):
        v = min(v, max_value(result(board, action), alpha, min(beta, v)))
        if v <= alpha:
            break
    return v
