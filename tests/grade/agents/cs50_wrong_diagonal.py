"""The second diagonal is the wrong one; the utility is right otherwise."""
X = "X"
O = "O"
EMPTY = None
table = {}


def initial_state():
    return [[EMPTY] * 3 for i in range(3)]


def player(board):
    return X if sum(r.count(X) for r in board) == sum(r.count(O) for r in board) else O


def actions(board):
    return {(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if cell is None}


def result(board, action):
    new = [list(row) for row in board]
    new[action[0]][action[1]] = player(board)
    return new


def winner(board):
    for r in range(3):
        if board[r][0] == board[r][1] == board[r][2] != None:
            return board[r][0]
        if board[0][r] == board[1][r] == board[2][r] != None:
            return board[0][r]
    if board[0][0] == board[1][1] == board[2][2] != None:
        return board[1][1]
    if board[0][2] == board[1][1] == board[2][2] != None:
        return board[1][1]
    return None


def terminal(board):
    return winner(board) is not None or all(None not in row for row in board)


def utility(board):
    return 1 if winner(board) == X else -1 if winner(board) == O else 0


def score(board):
    key = tuple(map(tuple, board))
    if key not in table:
        if terminal(board):
            table[key] = utility(board)
        else:
            scores = [score(result(board, a)) for a in actions(board)]
            table[key] = max(scores) if player(board) == X else min(scores)
    return table[key]


def minimax(board):
    if terminal(board):
        return None
    moves = sorted(actions(board))
    scores = [score(result(board, a)) for a in moves]
    best = max(scores) if player(board) == X else min(scores)
    return moves[scores.index(best)]
