# The board is what the buttons show, and nothing else: a won game clears it at once.
import tkinter as tk
from tkinter import messagebox

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Window:
    def __init__(self, root):
        self.root = root
        self.squares = []
        for row in range(3):
            line = []
            for column in range(3):
                one = tk.Button(root, text="", command=lambda at=(row, column): self.clicked(*at))
                one.grid(row=row, column=column)
                line.append(one)
            self.squares.append(line)

    def clicked(self, row, column):
        self.squares[row][column].config(text="X")
        if not self.finished():
            self.root.after(300, self.machine_move)

    def at(self, cell):
        return self.squares[cell // 3][cell % 3]

    def completes(self, sign):
        for line in LINES:
            texts = [self.at(cell).cget("text") for cell in line]
            if texts.count(sign) == 2 and "" in texts:
                return line[texts.index("")]
        return None

    def machine_move(self):
        free = [cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if self.at(cell)["text"] == ""]
        chosen = self.completes("O")
        if chosen is None:
            chosen = self.completes("X")
        if chosen is None:
            chosen = free[0]
        self.at(chosen)["text"] = "O"
        self.finished()

    def finished(self):
        for sign in "XO":
            if any(all(self.at(cell)["text"] == sign for cell in line) for line in LINES):
                messagebox.showinfo("Over", sign + " has won")
                self.clear()
                return True
        return False

    def clear(self):
        for cell in range(9):
            self.at(cell)["text"] = ""


if __name__ == "__main__":
    window = tk.Tk()
    Window(window)
    window.mainloop()
