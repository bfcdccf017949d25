"""Plays with letters of its own: C for the computer, H for the human."""


def three(grid, who):
    rows = [grid[0], grid[1], grid[2]]
    columns = [[grid[r][c] for r in range(3)] for c in range(3)]
    diagonals = [[grid[i][i] for i in range(3)], [grid[i][2 - i] for i in range(3)]]
    return [who] * 3 in rows + columns + diagonals


def value(grid, computer):
    if three(grid, "C"):
        return 1
    if three(grid, "H"):
        return -1
    found = []
    for r in range(3):
        for c in range(3):
            if grid[r][c] == "#":
                grid[r][c] = "C" if computer else "H"
                found.append(value(grid, not computer))
                grid[r][c] = "#"
                if found[-1] == (1 if computer else -1):
                    return found[-1]
    if not found:
        return 0
    return max(found) if computer else min(found)


def find_move(grid):
    best = None
    for r in range(3):
        for c in range(3):
            if grid[r][c] == "#":
                grid[r][c] = "C"
                worth = value(grid, False)
                grid[r][c] = "#"
                if best is None or worth > best[0]:
                    best = (worth, (r, c))
    return best[1]
