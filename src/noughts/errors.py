"""Our exceptions. Messages are for people: they say what is wrong, where, and what would be accepted."""

from __future__ import annotations


class NoughtsError(Exception):
    """The base of every error this package raises on purpose. Its text is meant to be shown as it is."""


class GameError(NoughtsError, ValueError):
    """The rules of a game do not make sense, or no game has that name."""


class IllegalMove(NoughtsError, ValueError):
    """The move cannot be played in this position."""


class UnreachablePosition(NoughtsError, ValueError):
    """No game could lead to this board."""


class NotationError(NoughtsError, ValueError):
    """A text is not a board, a move or a side to move.

    `line` and `column` count from 1; they are None where the whole text is meant.
    """

    def __init__(self, problem: str, line: int | None = None, column: int | None = None) -> None:
        self.problem = problem
        self.line = line
        self.column = column
        places = [f"line {line}"] if line is not None else []
        if column is not None:
            places.append(f"column {column}")
        super().__init__(f"{', '.join(places)}: {problem}" if places else problem)


class EngineError(NoughtsError):
    """The compiled core cannot do what was asked: it is not installed, or the game is too large for it."""


class FileError(NoughtsError):
    """A file cannot be written."""


class PictureError(NoughtsError):
    """A picture cannot be made or written: what would be needed is not installed, or the format is not one of ours."""


class SearchStopped(NoughtsError):
    """A search reached its limit before it knew the answer."""


def counted(number: int, what: str) -> str:
    """`1 row`, `2 rows`: a number with its noun, for messages."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
