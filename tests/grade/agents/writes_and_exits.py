# Writes its move on the board, and ends the program when that ends the game.
import sys

cells = {"a1": " ", "b1": " ", "c1": " ",
         "a2": " ", "b2": " ", "c2": " ",
         "a3": " ", "b3": " ", "c3": " "}
LINES = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "c1 b2 a3"]
LINES = [line.split() for line in LINES]


def has_won(mark):
    return any(all(cells[name] == mark for name in line) for line in LINES)


def is_full():
    return all(mark != " " for mark in cells.values())


def put(mark, name):
    cells[name] = mark
    if has_won(mark):
        print(mark, "wins")
        sys.exit()
    if is_full():
        print("Nobody wins")
        exit()


known = {}


def search(ours):
    key = (*cells.values(), ours)
    if key not in known:
        known[key] = value(ours)
    return known[key]


def value(ours):
    if has_won("X"):
        return 1
    if has_won("O"):
        return -1
    if is_full():
        return 0
    values = []
    for name in cells:
        if cells[name] == " ":
            cells[name] = "X" if ours else "O"
            values.append(search(not ours))
            cells[name] = " "
            if values[-1] == (1 if ours else -1):
                break
    return max(values) if ours else min(values)


def computer_turn():
    best, chosen = -2, ""
    for name in cells:
        if cells[name] == " ":
            cells[name] = "X"
            value = search(False)
            cells[name] = " "
            if value > best:
                best, chosen = value, name
    put("X", chosen)


def human_turn():
    put("O", input("Your cell? "))


while True:
    human_turn()
    computer_turn()
