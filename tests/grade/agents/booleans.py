# (board, maximizing) -> (value, (row, col)); X maximizes; empty is "".
table = {}


def result(board):
    lines = [*board, *map(list, zip(*board)), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in lines:
        if line[0] and line.count(line[0]) == 3:
            return 1 if line[0] == "X" else -1
    return 0 if all(cell for row in board for cell in row) else None


def minimax(board, maximizing_player):
    key = (repr(board), maximizing_player)
    if key in table:
        return table[key]
    r = result(board)
    if r is not None:
        return r, None
    best = None
    for i in range(3):
        for j in range(3):
            if board[i][j] == "":
                board[i][j] = "X" if maximizing_player else "O"
                v, _ = minimax(board, not maximizing_player)
                board[i][j] = ""
                if best is None or (v > best[0] if maximizing_player else v < best[0]):
                    best = (v, (i, j))
    table[key] = best
    return best
