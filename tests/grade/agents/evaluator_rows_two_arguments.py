import math


def evaluate(state):
    for line in [*state, *zip(*state), [state[i][i] for i in range(3)], [state[i][2 - i] for i in range(3)]]:
        if list(line) == [1, 1, 1]:
            return 1
        if list(line) == [-1, -1, -1]:
            return -1
    return 0


def children(state, who):
    for i in range(3):
        for j in range(3):
            if state[i][j] == 0:
                new = [row[:] for row in state]
                new[i][j] = who
                yield new


def alphabeta(state, alpha, beta, player):
    if evaluate(state) or all(cell for row in state for cell in row):
        return evaluate(state)
    best = -math.inf if player == 1 else math.inf
    for new in children(state, player):
        v = alphabeta(new, alpha, beta, -player)
        if player == 1:
            best = max(best, v)
            alpha = max(alpha, best)
        else:
            best = min(best, v)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


start = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
