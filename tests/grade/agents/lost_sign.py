# Forgets the minus sign: both sides want the same.
board = [0] * 9
L = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
memo = {}


def three(b, p):
    return any(b[i] == b[j] == b[k] == p for i, j, k in L)


def negamax(b, p):
    key = (tuple(b), p)
    if key not in memo:
        if three(b, p) or three(b, 3 - p):
            memo[key] = 1 if three(b, p) else -1
        elif 0 not in b:
            memo[key] = 0
        else:
            best = -9
            for i in range(9):
                if b[i] == 0:
                    b[i] = p
                    best = max(best, negamax(b, 3 - p))
                    b[i] = 0
            memo[key] = best
    return memo[key]


def find_best_move(b, player):
    best, move = -9, None
    for i in range(9):
        if b[i] == 0:
            b[i] = player
            v = negamax(b, 3 - player)
            b[i] = 0
            if v > best:
                best, move = v, i
    return move
