"""Tic-tac-toe once more, on strings of nine characters and without the package: the adapters must agree with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TypeVar

T = TypeVar("T")

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
OTHER = {"X": "O", "O": "X"}
CENTRE_CORNERS_EDGES = (4, 0, 2, 6, 8, 1, 3, 5, 7)


def has_line(board: str, mark: str) -> bool:
    return any(all(board[cell] == mark for cell in line) for line in LINES)


def winner(board: str) -> str | None:
    """The owner of the first completed line; on a board that a game leads to there is no other owner."""
    return next((board[a] for a, b, c in LINES if board[a] == board[b] == board[c] != "_"), None)


def is_over(board: str) -> bool:
    return winner(board) is not None or "_" not in board


def following(board: str, mark: str) -> Iterator[tuple[int, str]]:
    """Each empty cell in reading order, and the board with the mark there."""
    return ((cell, board[:cell] + mark + board[cell + 1 :]) for cell in range(9) if board[cell] == "_")


@cache
def reachable() -> tuple[tuple[str, str], ...]:
    """Every board that can arise when X begins, with the side whose turn it is."""
    turns = {"_________": "X"}
    waiting = ["_________"]
    while waiting:
        board = waiting.pop()
        for _, after in following(board, turns[board]) if not is_over(board) else ():
            if after not in turns:
                turns[after] = OTHER[turns[board]]
                waiting.append(after)
    return tuple(turns.items())


def rows(board: str, symbols: Mapping[str, T]) -> list[list[T]]:
    """The board as a course writes it."""
    return [[symbols[mark] for mark in board[at : at + 3]] for at in (0, 3, 6)]
