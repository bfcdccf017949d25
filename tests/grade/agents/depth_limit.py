# Looks two plies ahead only.
board = [" "] * 9
WINS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def win(b, p):
    return any(b[x] == b[y] == b[z] == p for x, y, z in WINS)


def minimax(b, depth, me, you, mine):
    if win(b, me):
        return 1
    if win(b, you):
        return -1
    if depth == 0 or " " not in b:
        return 0
    values = []
    for i in range(9):
        if b[i] == " ":
            b[i] = me if mine else you
            values.append(minimax(b, depth - 1, me, you, not mine))
            b[i] = " "
    return max(values) if mine else min(values)


def get_ai_move(b, me):
    you = "X" if me == "O" else "O"
    best, move = -2, None
    for i in range(9):
        if b[i] == " ":
            b[i] = me
            v = minimax(b, 1, me, you, False)
            b[i] = " "
            if v > best:
                best, move = v, i
    return move
