# Derives the turn, and refuses to move when it is not O's.
EMPTY = "-"
seen = {}


def turn(b):
    return "X" if b.count("X") == b.count("O") else "O"


def over(b):
    for t in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if b[t[0]] != EMPTY and b[t[0]] == b[t[1]] == b[t[2]]:
            return b[t[0]]
    return None if EMPTY in b else "-"


def value(b):
    key = tuple(b)
    if key not in seen:
        w = over(b)
        if w:
            seen[key] = {"X": -1, "O": 1, "-": 0}[w]
        else:
            who = turn(b)
            values = [value(b[:i] + [who] + b[i + 1:]) for i in range(9) if b[i] == EMPTY]
            seen[key] = max(values) if who == "O" else min(values)
    return seen[key]


def choose_move(b):
    if turn(b) != "O":
        raise ValueError("it is not my turn")
    free = [i for i in range(9) if b[i] == EMPTY]
    return max(free, key=lambda i: value(b[:i] + ["O"] + b[i + 1:]))


def start():
    board = [EMPTY] * 9
    return board
