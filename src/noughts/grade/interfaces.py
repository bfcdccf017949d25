"""How agents are called, as data: what differs between the interfaces is a field, and no code asks for their names.

An interface is a TOML file of a few lines. Those we know by name are in the folder `known`; a teacher can write others;
and where a file fits none of them, `recognition` finds one out by asking the agent a few questions.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from ..errors import NoughtsError
from ..games import Game, O, Ranking, X

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Mark = str | int | float | bool | None

ROLES = {
    "board": "the board",
    "game": "an object with the board",
    "mark": "the mark of the side to move",
    "opponent": "the mark of the other side",
    "maximizing": "whether the maximizer is to move",
    "minimizing": "whether the minimizer is to move",
    "sign": "1 if the maximizer is to move, otherwise -1",
    "number": "1 if X is to move, otherwise 2",
    "side": "0 if X is to move, otherwise 1",
    "depth": "0",
    "plies": "4, the depth of a search that counts down",
    "empty": "the number of empty cells",
    "filled": "the number of marks on the board",
    "free": "a list of the empty cells",
    "alpha": "minus infinity",
    "beta": "infinity",
    "x-cells": "nine numbers, 1 where X is",
    "o-cells": "nine numbers, 1 where O is",
    "three": "the size of the board",
    "name": "a name",
    "level": "the text hard",
    "window": "a window that does nothing",
    "none": "None",
    "observation": "what ConnectX shows: board, mark, step",
    "configuration": "the rules of ConnectX: rows, columns, inarow",
}
BOARDS = (
    "rows",
    "row-tuples",
    "row-texts",
    "flat",
    "flat-tuple",
    "from-1",
    "text",
    "array",
    "flat-array",
    "mapping",
    "t3",
)
ANSWERS = ("row-column", "column-row", "index", "key", "board", "written", "value", "action", "column")
PLAYS = ("both", "X", "O", "first", "second")
OVER = ("no-move", "unasked")
NUMBERED = ("numbers from 0", "numbers from 1", "digits from 0", "digits from 1")
_CONSTANTS: Mapping[str, Mark] = {"None": None, "False": False, "True": True}


class InterfaceError(NoughtsError, ValueError):
    """There is no such interface, or its description does not make sense."""


@dataclass(frozen=True)
class Interface:
    """One way to call an agent: a program that reads JUDGE, or a function or method of a Python file.

    Fields that are not about the call say what is fair to ask: `plays` is `both`, a mark (positions of the other side
    are shown with the marks exchanged), `first` or `second` (only those positions are asked); `over` says whether
    finished boards are asked, where an agent has to answer that there is no move.
    """

    name: str
    function: tuple[str, ...] = ()  # any of these names
    arguments: tuple[str, ...] = ()  # a role for each
    class_name: str = ""  # for a method
    make: tuple[str, ...] = ()  # the arguments that make the object, as roles
    companions: tuple[str, ...] = ()  # functions beside it, by which a file is recognised
    imported: bool = False  # whether the file may import the function
    board: str = "rows"
    marks: tuple[Mark, Mark] = ("X", "O")
    empty: Mark = None
    bottom_first: bool = False  # whether row 0 is at the bottom, of a board into which marks drop
    keys: tuple[Mark, ...] = ()  # of a mapping, in reading order
    board_name: str = ""  # a global, or an attribute of the object; otherwise the board is an argument
    game_class: str = ""  # what a `game` argument is
    turn_names: tuple[str, ...] = ()  # globals or attributes that hold the mark of the side to move
    opponent_names: tuple[str, ...] = ()  # those that hold the mark of the other side
    count_names: tuple[str, ...] = ()  # those that hold the number of marks on the board
    free_names: tuple[str, ...] = ()  # those that hold a list of the empty cells: `available from 1`
    maximizer: str = "X"  # X, O, the mover, or (of a value) the next to move
    answer: str = "row-column"
    part: str = ""  # which part of what is returned: "0", "1", "2", "head", "tail", or a name
    base: int = 0  # of rows, columns and indices
    digits: bool = False  # whether a text of digits is a number
    left: str = ""  # a global, or an attribute of the object, in which the answer is left instead of returned
    signature: str = ""
    about: str = ""
    game: str = "3x3"  # 3x3, total, drop or any
    ranking: Ranking = Ranking.QUICKEST
    accept: str = "result"  # or distance: whether slow wins and fast losses count
    plays: str = "both"
    over: str = "unasked"
    early_draws: bool = False  # whether a board on which nobody can win counts as finished; it is not asked then

    @property
    def is_function(self) -> bool:
        return bool(self.function)

    @property
    def answers_finished(self) -> bool:
        return self.over == "no-move"

    @cached_property
    def call(self) -> str:
        """`TicTacToe.best_move(board, mark)`."""
        if not self.is_function:
            return self.name.upper()
        owner = f"{self.class_name}." if self.class_name else ""
        return self.signature or f"{owner}{self.function[0]}({', '.join(self.arguments)})"

    @property
    def title(self) -> str:
        return f"{self.function[0]} ({self.name})" if self.is_function else self.name.upper()

    @property
    def words(self) -> str:
        """What was found out about the call, in words."""
        if not self.is_function or self.board == "t3":
            return self.call
        marks = "/".join(_shown(mark) for mark in (*self.marks, self.empty))
        place = f" in {self.board_name}" if self.board_name else ""
        place += ", row 0 at the bottom" if self.bottom_first else ""
        answer = {"row-column": "row and column", "column-row": "column and row"}.get(self.answer, self.answer)
        base = f" from {self.base}" if self.answer in ("row-column", "column-row", "index", "column") else ""
        left = f" left in {self.left}" if self.left else ""
        return f"{self.call}, board {self.board} of {marks}{place}, answer {answer}{base}{left}{self.sides}"

    @property
    def sides(self) -> str:
        """Which positions the agent is asked about, if not simply all of them."""
        if self.plays in ("X", "O"):
            return f", plays {self.plays} only: marks exchanged where the other side moves"
        return f", asked only where the {self.plays} player moves" if self.plays in ("first", "second") else ""

    def why_unsuitable(self, game: Game) -> str | None:
        """Why a game cannot be asked about through this interface; None if it can."""
        if self.game == "drop" and not is_plain_drop(game):
            return f"{self.call} is about columns that marks of X and O drop into, not {game.name}; use --game connect4"
        if self.game == "3x3" and (game.marks != ((X,), (O,)) or game.shape != (3, 3) or game.drop):
            return f"{self.call} is about X and O on 3×3, not {game.name}"
        if self.game == "total" and not game.is_total:
            return f"{self.call} is about Tic-Tac-Total; use --game t3"
        return None

    def as_data(self) -> dict[str, Any]:
        """Plain data, which JSON and msgpack can hold."""
        data = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}
        return {**data, "ranking": self.ranking.value}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Interface:
        values: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in data.items()}
        return cls(**{**values, "ranking": Ranking(data["ranking"])})

    def with_changes(self, **changes: Any) -> Interface:
        return replace(self, **changes)


def is_plain_drop(game: Game) -> bool:
    """Whether X and O drop into the columns of a board with rows and columns."""
    return game.drop and len(game.shape) == 2 and game.marks == ((X,), (O,))


def _shown(mark: Mark) -> str:
    return mark if isinstance(mark, str) and mark in NUMBERED else repr(mark)


# The keys of a file, where they are not the names of the fields.
_KEYS = {
    "class": "class_name",
    "object": "game_class",
    "turn": "turn_names",
    "opponent": "opponent_names",
    "count": "count_names",
    "free": "free_names",
}
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "board": BOARDS,
    "answer": ANSWERS,
    "plays": PLAYS,
    "over": OVER,
    "maximizer": ("X", "O", "mover", "next"),
    "accept": ("result", "distance"),
    "game": ("3x3", "total", "drop", "any"),
    "ranking": tuple(ranking.value for ranking in Ranking),
}


def parse(text: str, name: str) -> Interface:
    """The interface in the text of a TOML file."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InterfaceError(f"{name}: not TOML: {error}") from None
    known = {field.name: field for field in fields(Interface)}
    values: dict[str, Any] = {"name": name}
    for key, value in data.items():
        if key in ("global", "attribute"):
            values["board_name"] = _text(name, key, value)
            continue
        if key == "marks" and isinstance(value, list) and len(value) == 3:
            values["marks"], values["empty"] = tuple(map(_constant, value[:2])), _constant(value[2])
            continue
        field = _KEYS.get(key, key)
        if field not in known or key in _KEYS.values():
            expected = sorted((set(known) - set(_KEYS.values())) | set(_KEYS) | {"global", "attribute"})
            raise InterfaceError(f"{name}: found {key}; expected {', '.join(expected)}")
        values[field] = _value(name, field, value)
    for role in (*values.get("arguments", ()), *values.get("make", ())):
        if role not in ROLES:
            raise InterfaceError(f"{name}: no argument is called {role!r}; expected {', '.join(ROLES)}")
    if values.get("board") == "mapping" and len(values.get("keys", ())) != 9:
        raise InterfaceError(f"{name}: a mapping needs its nine keys, as in keys = [1, 2, 3, 4, 5, 6, 7, 8, 9]")
    return Interface(**values)


def _value(name: str, field: str, value: object) -> Any:
    if field in _CHOICES and value not in _CHOICES[field]:
        raise InterfaceError(f"{name}: {field} is {value!r}; expected {', '.join(_CHOICES[field])}")
    if field == "ranking":
        return Ranking(value)
    if field in (
        "function",
        "arguments",
        "make",
        "companions",
        "turn_names",
        "opponent_names",
        "count_names",
        "free_names",
    ):
        many = value if isinstance(value, list) else [value]
        return tuple(_text(name, field, one) for one in many)
    if field == "marks":
        if not isinstance(value, list) or len(value) not in (2, 3):
            raise InterfaceError(f"{name}: marks is {value!r}; expected the marks of X, O and an empty cell")
        return tuple(map(_constant, value))
    if field == "keys":
        if not isinstance(value, list):
            raise InterfaceError(f"{name}: keys is {value!r}; expected nine of them")
        return tuple(map(_constant, value))
    if field == "empty":
        return _constant(value)
    if field == "base":
        if value not in (0, 1) or isinstance(value, bool):
            raise InterfaceError(f"{name}: base is {value!r}; expected 0 or 1")
        return value
    if field in ("imported", "digits", "early_draws", "bottom_first"):
        if not isinstance(value, bool):
            raise InterfaceError(f"{name}: {field} is {value!r}; expected true or false")
        return value
    if field == "part":
        return str(value)
    return _text(name, field, value)


def _text(name: str, field: str, value: object) -> str:
    if not isinstance(value, str):
        raise InterfaceError(f"{name}: {field} is {value!r}; expected text")
    return value


def _constant(value: Any) -> Mark:
    """TOML has no None: the texts None, False and True stand for the constants."""
    if isinstance(value, str):
        return _CONSTANTS.get(value, value)
    if value is None or isinstance(value, (int, float, bool)):
        return value
    raise InterfaceError(f"{value!r} cannot stand in a cell; expected text or a number")


def read(path: Path) -> Interface:
    try:
        return parse(path.read_text(encoding="utf-8"), path.stem)
    except (OSError, UnicodeDecodeError) as error:
        raise InterfaceError(f"{path}: {error}") from None


# The interfaces of course texts, which a file has by the names of its functions alone, in the order of trying.
COURSES = ("agent", "console", "t3", "functional", "cs50", "board")
_ORDER = ("judge", *COURSES)


def _known() -> dict[str, Interface]:
    files = resources.files(__package__).joinpath("known").iterdir()
    read = {file.name.removesuffix(".toml"): file.read_text(encoding="utf-8") for file in files}
    order = sorted(read, key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name))
    return {name: parse(read[name], name) for name in order}


INTERFACES: Mapping[str, Interface] = _known()
JUDGE = INTERFACES["judge"]
FUNCTIONS = tuple(interface for interface in INTERFACES.values() if interface.is_function)


def named(text: str) -> Interface:
    """An interface by its name, or from a file."""
    if text in INTERFACES:
        return INTERFACES[text]
    if text.endswith(".toml") or Path(text).exists():
        return read(Path(text))
    raise InterfaceError(f"no interface is called {text!r}; expected {', '.join(INTERFACES)}, or a TOML file")
