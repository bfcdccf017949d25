# The marks come first, then a list whose name says nothing. Wins, blocks, then the corners and the middle in order.
WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def result(human, machine, values):
    for i, j, k in WINS:
        if values[i] == values[j] == values[k] != " ":
            return "H" if values[i] == human else "M"
    return None if " " in values else "T"


def machine_move(human, machine, values):
    places = [at for at in (0, 2, 4, 6, 8, 1, 3, 5, 7) if values[at] == " "]
    for mark, name in ((machine, "M"), (human, "H")):
        for place in places:
            values[place] = mark
            ends = result(human, machine, values) == name
            values[place] = " "
            if ends:
                return place
    return places[0]


def main():
    values = [" "] * 9
    while result("X", "O", values) is None:
        values[int(input("Place (1-9): ")) - 1] = "X"
        values[machine_move("X", "O", values)] = "O"


if __name__ == "__main__":
    main()
