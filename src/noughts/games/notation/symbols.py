"""The smallest parts of every notation: a mark, and the side to move."""

from __future__ import annotations

from ...errors import Message, MisuseError, NotationError, either
from ..game import Game, O, X

_LETTERS = {"X": X, "O": O}
_NUMBERED = {"1": X, "2": O}  # as programs for games in which marks drop have them
_LATIN = str.maketrans("ХОхо", "XOxo")  # the Cyrillic letters look the same, and are typed for them
_EMPTY = {"_", ".", "#F", "NONE", "NULL", "FALSE"}


def read_mark(symbol: str, game: Game, line: int | None = None, column: int | None = None) -> int:
    """The mark a symbol stands for, 0 for an empty cell."""
    name = symbol.translate(_LATIN).upper()
    if name in _EMPTY or (name == "0" and (game.has_numbers or game.drop)):  # elsewhere a 0 may be meant for an O
        return 0
    if game.has_numbers:
        mark = int(name) if name.isascii() and name.isdigit() and len(name) <= 3 else 0
    else:
        mark = _LETTERS.get(name, 0) or (_NUMBERED.get(name, 0) if game.drop else 0)
    if mark not in game.all_marks:
        raise NotationError(
            "found {found}, expected {expected}", line, column, found=shown(symbol), expected=expected_marks(game)
        )
    return mark


def expected_marks(game: Game) -> Message:
    """What a cell may hold, for error messages: `X, O or _`."""
    return either(map(game.symbol, (*game.all_marks, 0)))


def read_side(word: str, game: Game, line: int | None = None, column: int | None = None) -> str:
    """The side a word names; upper and lower case alike, `odds` and `evens` too."""
    if not isinstance(word, str):
        raise MisuseError(
            "found {found}, expected the side to move as text: {sides}",
            found=f"{word!r:.60}",
            sides=either(map(repr, game.sides)),
        )
    for side in game.sides:
        if word.strip().translate(_LATIN).lower() in (side.lower(), f"{side.lower()}s"):
            return side
    raise NotationError(
        "found {found}, expected the side to move: {sides}", line, column, found=shown(word), sides=either(game.sides)
    )


def shown(text: str) -> str:
    """A piece of input as an error message quotes it: short, on one line, nothing unprintable."""
    return repr(text if len(text) <= 20 else text[:19] + "…")


def place(text: str, at: int) -> tuple[int, int]:
    """The line and the column of a character, both counted from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
