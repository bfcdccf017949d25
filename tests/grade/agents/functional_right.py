def play(board, sign):
    other = "O" if sign == "X" else "X"
    flat = [cell for row in board for cell in row]
    free = [i for i, cell in enumerate(flat) if not cell]
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def win(cells, who):
        return any(all(cells[i] == who for i in line) for line in lines)

    for who in (sign, other):
        for i in free:
            if win(flat[:i] + [who] + flat[i + 1:], who):
                return divmod(i, 3)
    return divmod(free[-1], 3)
