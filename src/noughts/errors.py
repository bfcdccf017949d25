"""Our exceptions. Messages are for people: they say what is wrong, where, and what would be accepted.

`str(error)` is English. The text remembers its template and values, so `language.said` can say it in another language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


class Message(str):
    """An English text made from a template, which it remembers together with the values, so it can be translated.

    Values may be messages themselves. With a second template, for `many`, the value `count` decides which is used.
    """

    template: str
    many: str
    values: Mapping[str, object]

    def __new__(cls, template: str, many: str = "", /, **values: object) -> Message:
        chosen = many if many and values["count"] != 1 else template
        message = super().__new__(cls, chosen.format(**values) if values else chosen)
        message.template, message.many, message.values = template, many, values
        return message

    def but(self, **values: object) -> Message:
        """The same message with some other values."""
        return Message(self.template, self.many, **{**self.values, **values})

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, Any]]:
        return (self.template, self.many), dict(self.values)


class Plural(Message):
    """A message in two forms, for one and for more: `Plural("{count} row", "{count} rows", count=3)`."""


class NoughtsError(Exception):
    """The base of every error this package raises on purpose. Its text is meant to be shown as it is.

    With values the text is a template: `GameError("{name}: no such file", name=path)`.
    """

    language: str | None = None  # that was spoken where the error was raised

    def __init__(self, text: str = "", /, **values: object) -> None:
        super().__init__(Message(text, **values) if values else text)

    @property
    def message(self) -> str:
        """The text: English, but a `Message` where it can be translated."""
        return str(self) if not self.args or not isinstance(self.args[0], str) else self.args[0]


class GameError(NoughtsError, ValueError):
    """The rules of a game do not make sense, or no game has that name."""


class MisuseError(NoughtsError, TypeError, ValueError):
    """An argument is of the wrong kind or out of range; the message shows a call that works."""


class IllegalMove(NoughtsError, ValueError):
    """The move cannot be played in this position."""


class UnreachablePosition(NoughtsError, ValueError):
    """No game could lead to this board."""


class NotationError(NoughtsError, ValueError):
    """A text is not a board, a move or a side to move.

    `line` and `column` count from 1; they are None where the whole text is meant.
    """

    def __init__(self, problem: str, /, line: int | None = None, column: int | None = None, **values: object) -> None:
        self.problem = Message(problem, **values) if values else problem
        self.line = line
        self.column = column
        if line is None:
            super().__init__(self.problem)
        elif column is None:
            super().__init__(Message("line {line}: {problem}", line=line, problem=self.problem))
        else:
            super().__init__(
                Message("line {line}, column {column}: {problem}", line=line, column=column, problem=self.problem)
            )


class EngineError(NoughtsError):
    """The compiled core cannot do what was asked: it is not installed, or the game is too large for it."""


class FileError(NoughtsError):
    """A file cannot be written."""


class PictureError(NoughtsError):
    """A picture cannot be made or written: what would be needed is not installed, or the format is not one of ours."""


class SearchStopped(NoughtsError):
    """A search reached its limit before it knew the answer."""


def counted(number: int, what: str) -> str:
    """`1 row`, `2 rows`: a number with its noun, for messages that are not translated."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def joined(items: Iterable[object], between: str = ", ") -> Message:
    """Texts one after the other, as a message in which those that are messages can be translated."""
    values = {f"item{number}": item for number, item in enumerate(items)}
    return Message(between.join(f"{{{name}}}" for name in values), **values)


def either(items: Iterable[object]) -> Message:
    """`a`, `a or b`, `a, b or c`, for messages."""
    *most, last = items
    return Message("{most} or {last}", most=joined(most), last=last) if most else joined([last])
