# ai_turn() writes into the global list; a window is drawn when it is imported.
import tkinter as tk
from tkinter import messagebox

spaces = [" " for x in range(9)]
window = tk.Tk()
window.title("Tic-Tac-Toe")
buttons = [tk.Button(window, text="", width=6, command=lambda i=i: click(i)) for i in range(9)]
for i, b in enumerate(buttons):
    b.grid(row=i // 3, column=i % 3)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
table = {}


def won(letter):
    return any(all(spaces[i] == letter for i in line) for line in LINES)


def click(i):
    spaces[i] = "X"
    buttons[i].config(text="X")
    ai_turn()


def minimax(maximizing):
    key = "".join(spaces) + str(maximizing)
    if key in table:
        return table[key]
    if won("O"):
        v = 1
    elif won("X"):
        v = -1
    elif " " not in spaces:
        v = 0
    else:
        v = -2 if maximizing else 2
        for i in range(9):
            if spaces[i] == " ":
                spaces[i] = "O" if maximizing else "X"
                v = max(v, minimax(False)) if maximizing else min(v, minimax(True))
                spaces[i] = " "
    table[key] = v
    return v


def ai_turn():
    best, move = -2, None
    for i in range(9):
        if spaces[i] == " ":
            spaces[i] = "O"
            v = minimax(False)
            spaces[i] = " "
            if v > best:
                best, move = v, i
    spaces[move] = "O"
    buttons[move].config(text="O")
    if won("O"):
        messagebox.showinfo("Tic-Tac-Toe", "O wins")


window.mainloop()
