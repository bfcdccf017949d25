# The board is made of empty texts, and filled with blanks when a game begins.
import numpy as np

board = np.zeros((3, 3), dtype=str)


def clear():
    board[:] = " "


def machine_move():
    for row, column in ((1, 1), (0, 0), (0, 2), (2, 0), (2, 2), (0, 1), (1, 0), (1, 2), (2, 1)):
        if board[row, column] == " ":
            board[row, column] = "O"
            return


if __name__ == "__main__":
    clear()
    while " " in board:
        board[int(input("Row: ")), int(input("Column: "))] = "X"
        machine_move()
        print(board)
