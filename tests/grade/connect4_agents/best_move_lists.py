# Looks four plies ahead on lists of lists of 0, 1 and 2; row 0 is the top.
ROWS, COLUMNS = 6, 7
board = [[0] * COLUMNS for _ in range(ROWS)]


def open_columns(board):
    return sorted((c for c in range(len(board[0])) if board[0][c] == 0), key=lambda c: abs(c - len(board[0]) // 2))


def drop(board, column, mark):
    row = max(r for r in range(len(board)) if board[r][column] == 0)
    board[row][column] = mark
    return row


def wins(board, row, column, mark):
    for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
        count = 1
        for sign in (1, -1):
            r, c = row + sign * dr, column + sign * dc
            while 0 <= r < len(board) and 0 <= c < len(board[0]) and board[r][c] == mark:
                count, r, c = count + 1, r + sign * dr, c + sign * dc
        if count >= 4:
            return True
    return False


def negamax(board, depth, mark):
    columns = open_columns(board)
    if depth == 0 or not columns:
        return 0
    best = -100
    for column in columns:
        row = drop(board, column, mark)
        value = 10 + depth if wins(board, row, column, mark) else -negamax(board, depth - 1, 3 - mark)
        board[row][column] = 0
        best = max(best, value)
    return best


def best_move(board, mark):
    values = {}
    for column in open_columns(board):
        row = drop(board, column, mark)
        values[column] = 14 if wins(board, row, column, mark) else -negamax(board, 3, 3 - mark)
        board[row][column] = 0
    return max(values, key=values.get)
