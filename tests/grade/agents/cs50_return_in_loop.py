"""`return` inside the loop: only the first action is looked at."""
X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[None, None, None], [None, None, None], [None, None, None]]


def player(board):
    x = o = 0
    for row in board:
        for cell in row:
            if cell == X:
                x += 1
            elif cell == O:
                o += 1
    return O if x > o else X


def actions(board):
    moves = []
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                moves.append((i, j))
    return moves


def result(board, action):
    import copy
    new = copy.deepcopy(board)
    new[action[0]][action[1]] = player(board)
    return new


def winner(board):
    for p in (X, O):
        for i in range(3):
            if all(board[i][j] == p for j in range(3)) or all(board[j][i] == p for j in range(3)):
                return p
        if all(board[i][i] == p for i in range(3)) or all(board[i][2 - i] == p for i in range(3)):
            return p


def terminal(board):
    if winner(board):
        return True
    return not actions(board)


def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


def minimax(board):
    if terminal(board):
        return None
    for action in actions(board):
        if utility(result(board, action)) != 0:
            return action
        return action
