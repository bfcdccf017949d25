# The buttons only show what is on the board: marks that are put there alone are not seen.
import tkinter as tk

LINES = [[(at, step) for step in range(3)] for at in range(3)] + [[(step, at) for step in range(3)] for at in range(3)]
LINES += [[(at, at) for at in range(3)], [(at, 2 - at) for at in range(3)]]


class Noughts:
    def __init__(self, root):
        self.root = root
        self.board = [[" "] * 3 for _ in range(3)]
        self.buttons = [[None] * 3 for _ in range(3)]
        for row in range(3):
            for column in range(3):
                self.buttons[row][column] = tk.Button(root, text=" ", command=lambda at=(row, column): self.click(at))

    def click(self, at):
        self.put(at, "X")
        self.root.after(200, self.computer_turn)

    def put(self, at, sign):
        self.board[at[0]][at[1]] = sign
        self.buttons[at[0]][at[1]].config(text=sign, state="disabled")

    def computer_turn(self):
        free = [(row, column) for row in range(3) for column in range(3) if self.board[row][column] == " "]
        for sign in "OX":
            for line in LINES:
                signs = [self.board[row][column] for row, column in line]
                if signs.count(sign) == 2 and " " in signs:
                    return self.put(line[signs.index(" ")], "O")
        return self.put((1, 1) if (1, 1) in free else free[0], "O")


if __name__ == "__main__":
    root = tk.Tk()
    Noughts(root)
    root.mainloop()
