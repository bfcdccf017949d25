from functools import lru_cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def to_move(state: str) -> str:
    return "X" if state.count("X") == state.count("O") else "O"


def moves(state):
    return [i for i, c in enumerate(state) if c == "_"]


def play_at(state, i):
    return state[:i] + to_move(state) + state[i + 1:]


@lru_cache(maxsize=None)
def value(state):
    for a, b, c in LINES:
        if state[a] != "_" and state[a] == state[b] == state[c]:
            return 1 if state[a] == "X" else -1
    if "_" not in state:
        return 0
    values = [value(play_at(state, i)) for i in moves(state)]
    return max(values) if to_move(state) == "X" else min(values)


def best_action(state: str) -> int:
    pick = max if to_move(state) == "X" else min
    return pick(moves(state), key=lambda i: value(play_at(state, i)))
