"""A submission with the interface of CS50 AI, in pieces, so that a test can exchange one of them for a faulty one."""

from __future__ import annotations

HEAD = """
X, O, EMPTY = "X", "O", None
LINES = [[(i, j) for j in range(3)] for i in range(3)] + [[(i, j) for i in range(3)] for j in range(3)]
LINES += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
"""
PIECES = {
    "player": """
def player(board):
    return X if sum(cell is not EMPTY for row in board for cell in row) % 2 == 0 else O
""",
    "actions": """
def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}
""",
    "result": """
def result(board, action):
    if action not in actions(board):
        raise ValueError(action)
    new = [row[:] for row in board]
    new[action[0]][action[1]] = player(board)
    return new
""",
    "winner": """
def winner(board):
    for line in LINES:
        marks = {board[i][j] for i, j in line}
        if len(marks) == 1 and marks != {EMPTY}:
            return marks.pop()
    return None
""",
    "terminal": """
def terminal(board):
    return winner(board) is not None or not actions(board)
""",
    "utility": """
def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]
""",
    # No minimax at all: wins, blocks, and has a list of preferences.
    "minimax": """
def minimax(board):
    if terminal(board):
        return None
    me = player(board)
    for who in (me, O if me == X else X):
        for i, j in sorted(actions(board)):
            board[i][j] = who
            completes = winner(board) == who
            board[i][j] = EMPTY
            if completes:
                return i, j
    places = [(1, 1), (0, 0), (0, 2), (2, 0), (2, 2), (0, 1), (1, 0), (1, 2), (2, 1)]
    return next(place for place in places if place in actions(board))
""",
}

# A faulty piece, the part that it spoils, what is wrong with it, and in how many positions.
FAULTS = {
    "o-begins": ("player", "def player(board):\n    return O\n", "player", "wrong"),
    "no-last-row": (
        "actions",
        "def actions(board):\n    return {(i, j) for i in range(2) for j in range(3) if board[i][j] is None}\n",
        "actions",
        "wrong",
    ),
    "changes-its-argument": (
        "result",
        "def result(board, action):\n    if action not in actions(board):\n        raise ValueError\n"
        "    board[action[0]][action[1]] = player(board)\n    return board\n",
        "result",
        "changes-argument",
    ),
    "shallow-copy": (
        "result",
        "def result(board, action):\n    if action not in actions(board):\n        raise ValueError\n"
        "    new = board.copy()\n    new[action[0]][action[1]] = player(board)\n    return new\n",
        "result",
        "changes-argument",
    ),
    "accepts-taken-cells": (
        "result",
        "def result(board, action):\n    new = [row[:] for row in board]\n"
        "    new[action[0]][action[1]] = player(board)\n    return new\n",
        "result-refuses",
        "accepts-taken",
    ),
    "accepts-negative-indices": (
        "result",
        "def result(board, action):\n    new = [row[:] for row in board]\n"
        "    if new[action[0]][action[1]] is not None:\n        raise ValueError\n"
        "    new[action[0]][action[1]] = player(board)\n    return new\n",
        "result-refuses",
        "accepts-outside",
    ),
    "one-diagonal": (
        "winner",
        "def winner(board):\n    for line in LINES[:7]:\n        marks = {board[i][j] for i, j in line}\n"
        "        if len(marks) == 1 and marks != {None}:\n            return marks.pop()\n",
        "winner",
        "wrong",
    ),
    "full-board-only": (
        "terminal",
        "def terminal(board):\n    return all(cell is not None for row in board for cell in row)\n",
        "terminal",
        "wrong",
    ),
    "crashes": ("utility", "def utility(board):\n    return 1 / 0\n", "utility", "crash"),
    "not-there": ("utility", "", "utility", "missing"),
}


def source(**exchanged: str) -> str:
    return HEAD + "".join(exchanged.get(name, text) for name, text in PIECES.items())
