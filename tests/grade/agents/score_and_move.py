# minimax(board, player) gives (score, move); the index comes second.
AI, HU = "O", "X"
memo = {}


def win(b, p):
    return any(all(b[i] == p for i in t) for t in ("012", "345", "678", "036", "147", "258", "048", "246")
               for t in [tuple(map(int, t))])


def minimax(board, player):
    key = "".join(board) + player
    if key in memo:
        return memo[key]
    free = [i for i in range(9) if board[i] == "-"]
    if win(board, HU):
        out = (-10, None)
    elif win(board, AI):
        out = (10, None)
    elif not free:
        out = (0, None)
    else:
        moves = []
        for i in free:
            board[i] = player
            moves.append((minimax(board, HU if player == AI else AI)[0], i))
            board[i] = "-"
        out = max(moves, key=lambda m: m[0]) if player == AI else min(moves, key=lambda m: m[0])
    memo[key] = out
    return out


def new_game():
    board = ["-"] * 9
    return board
