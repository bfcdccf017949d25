# Players are numbered 0 and 1; there are a careless level and a perfect one.
import random

SEATS = ("X", "O")
LINES = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7))


def has_line(board, seat_idx):
    return any(all(board[cell] == SEATS[seat_idx] for cell in line) for line in LINES)


def vacant(board):
    return [cell for cell in range(1, 10) if board[cell] == " "]


def level_one(board, seat_idx):
    return random.choice(vacant(board))


def outlook(board, seat_idx, known={}):
    key = "".join(board), seat_idx
    if key not in known:
        if has_line(board, 1 - seat_idx):
            known[key] = -1 - len(vacant(board))
        else:
            known[key] = max((-after(board, cell, seat_idx) for cell in vacant(board)), default=0)
    return known[key]


def after(board, cell, seat_idx):
    board[cell] = SEATS[seat_idx]
    found = outlook(board, 1 - seat_idx)
    board[cell] = " "
    return found


def level_impossible(board, seat_idx):
    return min(vacant(board), key=lambda cell: after(board, cell, seat_idx))


def main():
    board = ["#"] + [" "] * 9
    for turn in range(9):
        level = level_one if turn % 2 else level_impossible
        board[level(board, turn % 2)] = SEATS[turn % 2]
    print(board)


if __name__ == "__main__":
    main()
