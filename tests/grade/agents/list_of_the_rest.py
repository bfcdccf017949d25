# Beside the board there is a list of the cells that are left, and the search uses that.
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def complete(field, who):
    return any(field[a] == field[b] == field[c] == who for a, b, c in LINES)


def value(field, remains, mine):
    if complete(field, "0"):
        return 1
    if complete(field, "X"):
        return -1
    if len(remains) == 0:
        return 0
    values = []
    for cell in list(remains):
        field[cell] = "0" if mine else "X"
        remains.remove(cell)
        values.append(value(field, remains, not mine))
        remains.append(cell)
        field[cell] = None
        if values[-1] == (1 if mine else -1):
            break
    return max(values) if mine else min(values)


def best_move(field, remains):
    scores = {}
    for cell in sorted(remains):
        field[cell] = "0"
        remains.remove(cell)
        scores[cell] = value(field, remains, False)
        remains.append(cell)
        field[cell] = None
        if scores[cell] == 1:
            break
    return max(scores, key=scores.get)


def main():
    game_field, rest = [None] * 9, list(range(9))
    while rest:
        cell = int(input("Cell: "))
        game_field[cell] = "X"
        rest.remove(cell)
        cell = best_move(game_field, rest)
        game_field[cell] = "0"
        rest.remove(cell)


if __name__ == "__main__":
    main()
