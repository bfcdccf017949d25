"""x is the column and comes first; a list of columns it is not: board[y][x]."""
AI = "O"
PLAYER = "X"
cache = {}


def who_won(board):
    for i in range(3):
        if board[i][0] != " " and board[i][0] == board[i][1] == board[i][2]:
            return board[i][0]
        if board[0][i] != " " and board[0][i] == board[1][i] == board[2][i]:
            return board[0][i]
    if board[1][1] != " " and (board[0][0] == board[1][1] == board[2][2] or board[0][2] == board[1][1] == board[2][0]):
        return board[1][1]
    return None


def search(board, turn):
    key = (tuple(map(tuple, board)), turn)
    if key not in cache:
        won = who_won(board)
        cells = [(x, y) for y in range(3) for x in range(3) if board[y][x] == " "]
        if won:
            cache[key] = (1 if won == AI else -1, None)
        elif not cells:
            cache[key] = (0, None)
        else:
            options = []
            for x, y in cells:
                board[y][x] = turn
                options.append((search(board, PLAYER if turn == AI else AI)[0], (x, y)))
                board[y][x] = " "
            pick = max if turn == AI else min
            cache[key] = pick(options, key=lambda option: option[0])
    return cache[key]


def get_computer_move(board):
    """Column and row."""
    return search(board, AI)[1]


def draw():
    board = [[" " for _ in range(3)] for _ in range(3)]
    return board
