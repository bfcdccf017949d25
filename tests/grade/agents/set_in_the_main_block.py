# The board and the depth are globals of the program, set only where it is run.
LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def won(sign):
    return any(all(cells[int(at)] == sign for at in line) for line in LINES)


def best_move():
    free = [at for at in range(9) if cells[at] == "."]
    for sign in "XO"[:depth]:
        for at in free:
            cells[at] = sign
            ended = won(sign)
            cells[at] = "."
            if ended:
                return at
    return max(free, key=lambda at: (at == 4, at in (0, 2, 6, 8)))


if __name__ == "__main__":
    cells = ["."] * 9
    depth = 2
    answer = input("Shall I begin? ")
    while "." in cells and not won("X") and not won("O"):
        cells[best_move()] = "X"
        cells[int(input("Where? "))] = "O"
