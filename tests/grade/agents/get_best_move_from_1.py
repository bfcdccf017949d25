# Answers with a number from 1 to 9; the free cells hold their numbers.
import sys

computer = "O"
human = "X"
memo = {}


def lines(b):
    return [b[0:3], b[3:6], b[6:9], b[0::3], b[1::3], b[2::3], b[0::4], b[2:7:2]]


def wins(b, who):
    return [who] * 3 in lines(b)


def free(b):
    return [c for c in b if c not in ("X", "O")]


def score(b, turn):
    key = (tuple(b), turn)
    if key in memo:
        return memo[key]
    if wins(b, computer):
        s = 1
    elif wins(b, human):
        s = -1
    elif not free(b):
        s = 0
    else:
        results = []
        for n in free(b):
            c = list(b)
            c[n - 1] = turn
            results.append(score(c, human if turn == computer else computer))
        s = max(results) if turn == computer else min(results)
    memo[key] = s
    return s


def get_best_move(board):
    best, where = -2, -1
    for n in free(board):
        c = list(board)
        c[n - 1] = computer
        s = score(c, human)
        if s > best:
            best, where = s, n
    return where


board = [1, 2, 3, 4, 5, 6, 7, 8, 9]
if __name__ == "__main__":
    sys.exit(0)
