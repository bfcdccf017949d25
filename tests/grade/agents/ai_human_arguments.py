# (board, ai, human), 0/1/2
def winner(b):
    for x, y, z in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if b[x] and b[x] == b[y] == b[z]:
            return b[x]
    return 0 if 0 in b else -1


def negamax(b, me, you, memo):
    key = (tuple(b), me)
    if key in memo:
        return memo[key]
    w = winner(b)
    if w == you:
        s = -1
    elif w == -1:
        s = 0
    else:
        s = -2
        for i in range(9):
            if b[i] == 0:
                b[i] = me
                s = max(s, -negamax(b, you, me, memo))
                b[i] = 0
    memo[key] = s
    return s


MEMO = {}


def computer_move(board, ai, human):
    best = None
    for i in range(9):
        if board[i] == 0:
            board[i] = ai
            s = -negamax(board, human, ai, MEMO)
            board[i] = 0
            if best is None or s > best[0]:
                best = (s, i)
    return best[1]


board = [0] * 9
