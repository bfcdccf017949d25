# The two sides call each other; the rules look at the board of the program, whatever they are given.
table = [" "] * 9
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def completes(cell, letter):
    table[cell] = letter
    found = any(table[a] == table[b] == table[c] == letter for a, b, c in LINES)
    table[cell] = " "
    return found


def put(squares, cell, letter):
    squares[cell] = letter
    print(squares)


def human_turn(squares):
    put(squares, int(input("Square: ")), "X")
    computer_turn(squares)


def computer_turn(squares):
    empty = [cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if squares[cell] == " "]
    for letter in "OX":
        for cell in empty:
            if completes(cell, letter):
                put(squares, cell, "O")
                return human_turn(squares)
    put(squares, empty[0], "O")
    human_turn(squares)


human_turn(table)
