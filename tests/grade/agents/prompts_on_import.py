name = input("What is your name? ")
size = 3
print("Hello", name)


def free_cells(grid):
    return [(r, c) for r in range(size) for c in range(size) if grid[r][c] == "_"]


def line_of(grid, mark):
    lines = [[(r, c) for c in range(3)] for r in range(3)] + [[(r, c) for r in range(3)] for c in range(3)]
    lines += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
    return any(all(grid[r][c] == mark for r, c in line) for line in lines)


known = {}


def value(grid, mark):
    key = (str(grid), mark)
    if key in known:
        return known[key]
    other = "O" if mark == "X" else "X"
    if line_of(grid, other):
        v = -1
    elif not free_cells(grid):
        v = 0
    else:
        v = -2
        for r, c in free_cells(grid):
            grid[r][c] = mark
            v = max(v, -value(grid, other))
            grid[r][c] = "_"
    known[key] = v
    return v


def ai_move(grid, mark):
    best = None
    for r, c in free_cells(grid):
        grid[r][c] = mark
        v = -value(grid, "O" if mark == "X" else "X")
        grid[r][c] = "_"
        if best is None or v > best[0]:
            best = (v, r, c)
    return best[1], best[2]


while True:
    try:
        row = int(input("Row? "))
        break
    except ValueError:
        print("A number, please")
