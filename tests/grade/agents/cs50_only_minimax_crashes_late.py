"""Raises an error on boards with one empty cell."""
X, O, EMPTY = "X", "O", None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    return X if sum(c is not None for r in board for c in r) % 2 == 0 else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is None}


def result(board, action):
    new = [r[:] for r in board]
    new[action[0]][action[1]] = player(board)
    return new


def winner(board):
    for a, b, c in [*board, *zip(*board), (board[0][0], board[1][1], board[2][2]), (board[0][2], board[1][1], board[2][0])]:
        if a and a == b == c:
            return a
    return None


def terminal(board):
    return bool(winner(board)) or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    if terminal(board):
        return None
    moves = sorted(actions(board))
    return moves[1]
