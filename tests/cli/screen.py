"""A terminal for the tests: what a program writes to it becomes lines of text, as a person would see them.

It knows what our commands use: line feeds, backspaces, cursor up and down, save and restore, erase, and colours, which
leave no trace. The window is as high as the terminal; what scrolls out at the top is kept.
"""

from __future__ import annotations

import re
from unicodedata import combining

_PIECE = re.compile(r"\x1b\[([?\d;]*)([A-Za-z])|\x1b([78])|\x1b[()][B0]|(.)", re.DOTALL)


class Screen:
    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.lines = [""]
        self.row = self.column = 0
        self._saved = (0, 0)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines).rstrip() + "\n"

    @property
    def window(self) -> list[str]:
        """The lines that are in view."""
        return self.lines[self._top :]

    @property
    def _top(self) -> int:
        return max(0, len(self.lines) - self.height)

    def write(self, text: str) -> None:
        for numbers, control, cursor, character in _PIECE.findall(text):
            if control:
                self._control(int(numbers) if numbers.isdigit() else 0, control)
            elif cursor == "7":
                self._saved = (self.row - self._top, self.column)
            elif cursor == "8":
                self.row, self.column = self._saved[0] + self._top, self._saved[1]
            elif character:
                self._put(character)

    def _control(self, number: int, control: str) -> None:
        count = number or 1
        if control == "A":
            self.row = max(self._top, self.row - count)
        elif control == "B":
            self.row = min(len(self.lines) - 1, self.row + count)
        elif control == "G":
            self.column = count - 1
        elif control == "K":
            line = self.lines[self.row]
            self.lines[self.row] = "" if number == 2 else line[: self.column] if number == 0 else line

    def _put(self, character: str) -> None:
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self._feed()
        elif character == "\b":
            self.column = max(0, self.column - 1)
        elif character.isprintable() and not combining(character):
            if self.column == self.width:
                self._feed()
                self.column = 0
            line = self.lines[self.row].ljust(self.column)
            self.lines[self.row] = line[: self.column] + character + line[self.column + 1 :]
            self.column += 1

    def _feed(self) -> None:
        self.row += 1
        if self.row == len(self.lines):
            self.lines.append("")
