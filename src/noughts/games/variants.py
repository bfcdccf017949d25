"""A user's own variant, read from a TOML file of a few lines.

name = "corridor"              # the file's name unless given
shape = [3, 5]                 # rows, columns; or layers, rows, columns
length = 3                     # cells in a line; the longest side unless given
marks = [["X"], ["O"]]         # what each side places: X, O or both; or numbers
goal = "same mark"             # or "sum", with a target
target = 13                    # with "sum": what a line must sum to
full = false                   # with "sum": whether the line must be full
once = false                   # with "sum": whether each number may be placed only once
misere = false                 # whether completing a line loses
drop = false                   # whether a mark falls to the lowest empty cell of its column
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from ..errors import GameError, Message
from .game import Game, O, X
from .goals import Goal, SameMark, SumTo

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_KEYS = ("name", "shape", "length", "marks", "goal", "target", "full", "once", "misere", "drop")
_MARKS = {"X": X, "O": O}
_UNNAMED = Message("the variant")


def from_file(path: str | Path) -> Game:
    """The game described in a TOML file."""
    path = Path(path)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise GameError("{path}: cannot be read: {reason}", path=path, reason=error.strerror) from None
    except (ValueError, RecursionError) as error:  # no TOML, a number too long, a list too deep, a name no file has
        raise GameError(
            "{path}: not a TOML file that can be read: {reason}", path=repr(str(path)), reason=error
        ) from None
    return from_data({"name": path.stem, **data}, source=str(path))


def from_data(data: dict[str, Any], source: str = _UNNAMED) -> Game:
    """The game described by the keys above; `source` is named in errors."""
    fields = _Fields(data, source)
    fields.reject_unknown()
    shape = fields.integers("shape")
    goal, once = fields.goal()
    name, length = fields.text("name"), fields.integer("length", default=max(shape))
    misere, drop = fields.flag("misere"), fields.flag("drop")
    marks = fields.marks(numbers=isinstance(goal, SumTo))
    try:
        return Game(name, shape, length, goal, marks, once, misere, drop)
    except GameError as error:  # each setting makes sense, but not all of them together
        assert isinstance(error.message, Message)
        raise GameError(error.message.but(name=source)) from None


def as_data(game: Game) -> dict[str, Any]:
    """The keys that describe a game: `from_data` makes the same game of them."""
    data: dict[str, Any] = {"name": game.name, "shape": [*game.shape], "length": game.length, "misere": game.misere}
    data |= {"drop": True} if game.drop else {}
    if isinstance(game.goal, SumTo):
        data |= {"goal": "sum", "target": game.goal.target, "full": game.goal.full, "once": game.once}
        return {**data, "marks": [[*numbers] for numbers in game.marks]}
    return {**data, "marks": [[game.symbol(mark) for mark in marks] for marks in game.marks]}


class _Fields:
    """The keys of one variant; each method reads one and says what is wrong with it."""

    def __init__(self, data: dict[str, Any], source: str) -> None:
        self.data = data
        self.source = source

    def wrong(self, key: str, expected: Message) -> GameError:
        if key not in self.data:
            return GameError(
                "{source}: {key} is missing; it must be {expected}", source=self.source, key=key, expected=expected
            )
        return GameError(
            "{source}: {key} must be {expected}, not {found}",
            source=self.source,
            key=key,
            expected=expected,
            found=f"{self.data[key]!r:.60}",
        )

    def reject_unknown(self) -> None:
        for key in self.data:
            if key not in _KEYS:
                raise GameError(
                    "{source}: no setting is called {key}; there are {names}",
                    source=self.source,
                    key=repr(key),
                    names=", ".join(_KEYS),
                )

    def text(self, key: str) -> str:
        value = self.data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(key, Message("a text"))
        return value

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise self.wrong(key, Message("true or false"))
        return value

    def integer(self, key: str, default: int | None = None) -> int:
        value = self.data.get(key, default)
        if value is None or not _is_integer(value):
            raise self.wrong(key, Message("a whole number"))
        return int(value)

    def integers(self, key: str) -> tuple[int, ...]:
        value = self.data.get(key)
        if not isinstance(value, list) or len(value) not in (2, 3) or not all(map(_is_integer, value)):
            raise self.wrong(key, Message("a list of two or three whole numbers, as in [3, 3]"))
        return tuple(value)

    def goal(self) -> tuple[Goal, bool]:
        """The goal, and whether each number may be placed only once."""
        kind = self.data.get("goal", "same mark")
        if kind == "sum":
            return SumTo(self.integer("target"), self.flag("full")), self.flag("once")
        if kind != "same mark":
            raise self.wrong("goal", Message('"same mark" or "sum"'))
        for key in ("target", "full", "once"):
            if key in self.data:
                raise GameError('{source}: {key} needs goal = "sum"', source=self.source, key=key)
        return SameMark(), False

    def marks(self, numbers: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if numbers:
            expected = Message("two lists of numbers, as in [[1, 3], [2, 4]]")
        else:
            expected = Message('two lists of marks, as in [["X"], ["O"]]')
        value = self.data.get("marks", None if numbers else [["X"], ["O"]])
        wrong = self.wrong("marks", expected)
        if not isinstance(value, list) or len(value) != 2 or not all(isinstance(side, list) and side for side in value):
            raise wrong
        if numbers:
            if not all(_is_integer(mark) for side in value for mark in side):
                raise wrong
            return tuple(value[0]), tuple(value[1])
        if not all(isinstance(mark, str) and mark in _MARKS for side in value for mark in side):
            raise wrong
        first, second = (tuple(sorted(_MARKS[mark] for mark in side)) for side in value)
        return first, second


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
