# A module that is given its board by another: a dictionary whose empty cells show their own numbers.
LINES = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]


def won(board):
    return any(board[a] == board[b] == board[c] for a, b, c in LINES)


def find_best_move(board):
    free = [key for key in board if board[key] not in {"X", "O"}]
    for sign in "OX":
        for key in free:
            board[key] = sign
            ended = won(board)
            board[key] = str(key)
            if ended:
                return key
    return 5 if 5 in free else free[0]
