"""Nine texts, "--" where nobody is; the marks are given as o, which it plays, and x. Wins, blocks, then the first."""

TRIPLES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def finish(values, mark):
    for triple in TRIPLES:
        inside = [values[i] for i in triple]
        if inside.count(mark) == 2 and "--" in inside:
            return triple[inside.index("--")]
    return None


def bot_turn(values, o, x):
    for mark in (o, x):
        place = finish(values, mark)
        if place is not None:
            values[place] = o
            return values
    for i in range(9):
        if values[i] == "--":
            values[i] = o
            return values
    return None
