"""Max and min exchanged: X looks for the smallest value."""
X, O, EMPTY = "X", "O", None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]


def player(board):
    count = sum(cell is not EMPTY for row in board for cell in row)
    return X if count % 2 == 0 else O


def actions(board):
    return set((i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY)


def result(board, action):
    if board[action[0]][action[1]] != EMPTY:
        raise Exception
    copy = [row[:] for row in board]
    copy[action[0]][action[1]] = player(board)
    return copy


def winner(board):
    rows = board + [list(col) for col in zip(*board)]
    rows += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for row in rows:
        if row[0] is not EMPTY and row.count(row[0]) == 3:
            return row[0]
    return None


def terminal(board):
    return winner(board) != None or not actions(board)


def utility(board):
    return {"X": 1, "O": -1}.get(winner(board), 0)


memo = {}


def value(board):
    key = str(board)
    if key not in memo:
        if terminal(board):
            memo[key] = utility(board)
        else:
            values = [value(result(board, a)) for a in actions(board)]
            memo[key] = min(values) if player(board) == X else max(values)
    return memo[key]


def minimax(board):
    if terminal(board):
        return None
    pick = min if player(board) == X else max
    return pick(sorted(actions(board)), key=lambda a: value(result(board, a)))
