"""The full board is tested before the win, so that a win with the last mark counts as a draw."""
X = "X"
O = "O"
EMPTY = None
KNOWN = {}


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    n = sum(1 for row in board for cell in row if cell)
    return (X, O)[n % 2]


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if not board[i][j]}


def result(board, action):
    new = [row.copy() for row in board]
    new[action[0]][action[1]] = player(board)
    return new


def winner(board):
    lines = board + list(map(list, zip(*board)))
    lines.append([board[i][i] for i in range(3)])
    lines.append([board[i][2 - i] for i in range(3)])
    if [X, X, X] in lines:
        return X
    if [O, O, O] in lines:
        return O


def terminal(board):
    return not actions(board) or winner(board) is not None


def utility(board):
    if not actions(board):
        return 0
    return 1 if winner(board) == X else -1


def best(board):
    key = repr(board)
    if key in KNOWN:
        return KNOWN[key]
    if terminal(board):
        out = utility(board), None
    else:
        sign = 1 if player(board) == X else -1
        out = None
        for a in sorted(actions(board)):
            v, _ = best(result(board, a))
            if out is None or sign * v > sign * out[0]:
                out = v, a
    KNOWN[key] = out
    return out


def minimax(board):
    return best(board)[1]
