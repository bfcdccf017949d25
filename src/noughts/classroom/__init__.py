"""The interfaces the course texts ask for, as thin adapters: one module a text, rows and columns counted from 0.

`agent` is text 000, `console` text 001, `board` text 003 and `functional` text 004. None of them ever changes a board
it is given, and all of them take boards that no game leads to.
"""

from __future__ import annotations
