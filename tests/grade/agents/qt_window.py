"""A window of a package that is seldom there; the search is right."""

from PyQt5.QtCore import Qt
from PyQt5.QtGui import QFont
from PyQt5.QtWidgets import QApplication, QGridLayout, QPushButton, QWidget


class Window(QWidget):
    known = {}

    def __init__(self):
        super().__init__()
        self.board = [" " for _ in range(9)]
        self.human, self.ai = "X", "O"
        layout = QGridLayout()
        self.buttons = [QPushButton("") for _ in range(9)]
        for at, button in enumerate(self.buttons):
            button.setFont(QFont("Arial", 20, QFont.Bold))
            button.clicked.connect(lambda _, at=at: self.clicked(at))
            layout.addWidget(button, at // 3, at % 3, Qt.AlignCenter)
        self.setLayout(layout)

    def won(self, mark):
        b = self.board
        lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
        return any(b[i] == b[j] == b[k] == mark for i, j, k in lines)

    def value(self, ours):
        key = (*self.board, ours)
        if key not in self.known:
            self.known[key] = self.search(ours)
        return self.known[key]

    def search(self, ours):
        if self.won(self.ai):
            return 1
        if self.won(self.human):
            return -1
        if " " not in self.board:
            return 0
        values = []
        for at in range(9):
            if self.board[at] == " ":
                self.board[at] = self.ai if ours else self.human
                values.append(self.value(not ours))
                self.board[at] = " "
                if values[-1] == (1 if ours else -1):
                    return values[-1]
        return max(values) if ours else min(values)

    def best_move(self):
        best, move = -2, None
        for at in range(9):
            if self.board[at] == " ":
                self.board[at] = self.ai
                value = self.value(False)
                self.board[at] = " "
                if value > best:
                    best, move = value, at
        return move

    def clicked(self, at):
        self.board[at] = self.human
        self.buttons[at].setText(self.human)
        move = self.best_move()
        self.board[move] = self.ai
        self.buttons[move].setText(self.ai)


if __name__ == "__main__":
    application = QApplication([])
    window = Window()
    window.show()
    application.exec_()
