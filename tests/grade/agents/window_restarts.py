# A window: the computer writes its move on the board, and when that ends the game, the board is cleared.
import tkinter as tk
from tkinter import messagebox

current = "X"
board = [["" for _ in range(3)] for _ in range(3)]
buttons = [[None] * 3 for _ in range(3)]


def has_won(mark):
    lines = [list(row) for row in board] + [list(column) for column in zip(*board)]
    lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    return [mark] * 3 in lines


def is_full():
    return all(cell != "" for row in board for cell in row)


def clear():
    global current
    current = "X"
    for r in range(3):
        for c in range(3):
            board[r][c] = ""
            buttons[r][c].config(text="")


def put(r, c, mark):
    board[r][c] = mark
    buttons[r][c].config(text=mark)
    if has_won(mark):
        messagebox.showinfo("Over", mark + " wins")
        clear()
    elif is_full():
        messagebox.showinfo("Over", "Nobody wins")
        clear()


def click(r, c):
    if board[r][c] == "":
        put(r, c, "X")
        computer_move()


def computer_move():
    free = [(r, c) for r in range(3) for c in range(3) if board[r][c] == ""]
    for mark in ("O", "X"):
        for r, c in free:
            board[r][c] = mark
            ends = has_won(mark)
            board[r][c] = ""
            if ends:
                put(r, c, "O")
                return
    put(*free[-1], "O")


root = tk.Tk()
for r in range(3):
    for c in range(3):
        buttons[r][c] = tk.Button(root, text="", command=lambda r=r, c=c: click(r, c))
        buttons[r][c].grid(row=r, column=c)
root.mainloop()
