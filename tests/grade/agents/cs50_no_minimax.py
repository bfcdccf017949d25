"""Passes the course's public check, without any search: win, block, then a list of preferences."""
X = "X"
O = "O"
EMPTY = None
LINES = [[(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)], [(2, 0), (2, 1), (2, 2)],
         [(0, 0), (1, 0), (2, 0)], [(0, 1), (1, 1), (2, 1)], [(0, 2), (1, 2), (2, 2)],
         [(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    flat = [c for row in board for c in row]
    return X if flat.count(X) <= flat.count(O) else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("not a legal action")
    board[action[0]][action[1]] = player(board)  # changes what it was given
    return board


def winner(board):
    for line in LINES:
        marks = {board[i][j] for i, j in line}
        if len(marks) == 1 and None not in marks:
            return marks.pop()
    return None


def terminal(board):
    return winner(board) is not None or len(actions(board)) == 0


def utility(board):
    who = winner(board)
    return 1 if who == X else -1 if who == O else 0


def minimax(board):
    if terminal(board):
        return None
    me = player(board)
    you = O if me == X else X
    for who in (me, you):
        for line in LINES:
            marks = [board[i][j] for i, j in line]
            if marks.count(who) == 2 and marks.count(EMPTY) == 1:
                return line[marks.index(EMPTY)]
    for action in [(1, 1), (0, 0), (0, 2), (2, 0), (2, 2), (0, 1), (1, 0), (1, 2), (2, 1)]:
        if action in actions(board):
            return action
