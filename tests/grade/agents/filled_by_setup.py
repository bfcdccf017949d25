# The board is an empty list until the game is set up.
board = []


def setup_board():
    for _ in range(3):
        board.append(["_"] * 3)


def machine_turn():
    for row in (1, 0, 2):
        for column in (1, 0, 2):
            if board[row][column] == "_":
                return row, column


def main():
    setup_board()
    while any("_" in row for row in board):
        row, column = machine_turn()
        board[row][column] = "o"
        board[int(input("Row: "))][int(input("Column: "))] = "x"


if __name__ == "__main__":
    main()
