"""The family by name: `tictactoe`, `7,7,5`, `t3:4`, `qubic`, `wild+misere`, or a path to a TOML file."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ..errors import GameError, Message, MisuseError
from .game import MAX_NUMBER, Game, O, X
from .goals import SumTo

EITHER = ((X, O), (X, O))
MISERE, DROP = "+misere", "+drop"

# What `noughts games` shows: a name that works, and what the game is in a sentence.
EXAMPLES = {
    "tictactoe": "three in a row on 3×3",
    "4,4,3": "m,n,k: any board of m rows and n columns, k in a row",
    "connect4": "four in a row on 6×7; marks fall to the lowest empty cell of their column",
    "wild": "either side places X or O; completing a line of one mark wins",
    "notakto": "both sides place X; completing a line loses",
    "cube:3": "three in a row on 3×3×3",
    "qubic": "four in a row on 4×4×4",
    "t3": "Tic-Tac-Total: odds 1 3 5 against evens 2 4 6, a line that sums to 13 wins",
    "t3:4": "Tic-Tac-Total on 4×4; t3:3,6,13 gives size, largest number and target",
    "numerical": "Graham's game: odds 1–9 against evens 2–8, each once, a full line that sums to 15 wins",
    "tictactoe+misere": "+misere after any name: completing a line loses",
    "cube:4+drop": "+drop after a game that is not played with numbers: marks fall down their column",
}
NAMES = ", ".join(map(repr, EXAMPLES))


def game(name: str, *misplaced: object) -> Game:
    """The game of that name; a name that ends in `.toml` is a path to a variant's file."""
    if misplaced or not isinstance(name, str):
        raise MisuseError("a game is named by one text; write {call}", call=_right_call((name, *misplaced)))
    path, drop, misere = _suffixes(name.strip())
    if path.endswith(".toml"):
        from . import variants

        return _changed(variants.from_file(path), drop, misere)
    return _by_name(name)


def plain_game(shape: tuple[int, ...], length: int) -> Game:
    """X and O on this board, a line of so many wins: under the name it has here, or one that says the same."""
    if len(shape) == 2:
        return _mnk("", [*shape, length])
    if len({*shape, length}) == 1 and 2 <= length <= 4:
        return _cube("", [length])
    return Game(f"{'x'.join(map(str, shape))}, {length} in a row", shape, length)


@lru_cache(maxsize=256)
def _by_name(name: str) -> Game:
    plain, drop, misere = _suffixes(name.strip().lower())
    if drop or misere:
        return _changed(_by_name(plain), drop, misere)
    if plain in _NAMED:
        return _NAMED[plain]()
    kind, colon, numbers = plain.partition(":")
    if colon and kind in _SIZED:
        return _SIZED[kind](plain, _integers(plain, numbers))
    if "," in plain:
        return _mnk(plain, _integers(plain, plain))
    nearest = _nearest(plain)
    names = Message("{names}, or a path to a TOML file", names=NAMES)
    if nearest is None:
        raise GameError("no game is called {name}; try {names}", name=repr(name), names=names)
    raise GameError(
        "no game is called {name}; did you mean {nearest}? There are also {names}",
        name=repr(name),
        nearest=repr(nearest),
        names=names,
    )


def _suffixes(name: str) -> tuple[str, bool, bool]:
    """A name without what is added to it, whether marks drop, and whether the goal is reversed."""
    drop = misere = False
    while name.endswith((MISERE, DROP)):
        drop, misere = drop or name.endswith(DROP), misere ^ name.endswith(MISERE)
        name = name.removesuffix(MISERE if name.endswith(MISERE) else DROP)
    return name, drop, misere


def _changed(rules: Game, drop: bool, misere: bool) -> Game:
    rules = rules.as_drop() if drop else rules
    return rules.as_misere() if misere else rules


def _right_call(given: tuple[object, ...]) -> str:
    """What was probably meant: the numbers of an m,n,k game, or the digits of one number."""
    if len(given) == 1 and isinstance(given[0], (list, tuple)):
        given = tuple(given[0])
    numbers = list(str(given[0])) if len(given) == 1 and isinstance(given[0], int) else [*map(str, given)]
    is_mnk = len(numbers) == 3 and all(part.isascii() and part.isdigit() for part in numbers)
    return f"game({','.join(numbers) if is_mnk else 'tictactoe'!r})"


def _nearest(name: str) -> str | None:
    """The name that was probably meant: with other signs between its numbers, or spelled a little differently."""
    from difflib import get_close_matches

    numbers = name.replace("x", " ").replace("*", " ").replace("-", " ").replace("×", " ").split()
    if len(numbers) == 3 and all(part.isascii() and part.isdigit() for part in numbers):
        return ",".join(numbers)
    letters = "".join(letter for letter in name if letter.isalnum() or letter in ":+,")
    if letters in _ALIASES:
        return _ALIASES[letters]
    return next(iter(get_close_matches(letters, [*_NAMED, *EXAMPLES])), None)


def _mnk(name: str, numbers: list[int]) -> Game:
    if len(numbers) != 3:
        raise GameError("{name}: give rows, columns and the length of a line, as in 7,7,5", name=name)
    rows, columns, length = numbers
    if numbers == [3, 3, 3]:
        return game("tictactoe")
    return Game(f"{rows},{columns},{length}", (rows, columns), length)


def _t3(name: str, numbers: list[int]) -> Game:
    if len(numbers) not in (1, 3):
        raise GameError("{name}: give the size, or size, largest number and target, as in t3:4 or t3:3,6,13", name=name)
    size, largest, target = numbers if len(numbers) == 3 else (numbers[0], 6, 13)
    if not 2 <= largest <= MAX_NUMBER:
        raise GameError(
            "{name}: the largest number must be from 2 to {most}, not {largest}",
            name=name,
            most=MAX_NUMBER,
            largest=largest,
        )
    standard = (largest, target) == (6, 13)
    short = ("t3" if size == 3 else f"t3:{size}") if standard else f"t3:{size},{largest},{target}"
    marks = (tuple(range(1, largest + 1, 2)), tuple(range(2, largest + 1, 2)))
    return Game(short, (size, size), size, SumTo(target), marks)


def _cube(name: str, numbers: list[int]) -> Game:
    if len(numbers) != 1 or not 2 <= numbers[0] <= 4:
        raise GameError("{name}: a cube has 2, 3 or 4 cells a side, as in cube:3", name=name)
    size = numbers[0]
    return Game("qubic" if size == 4 else f"cube:{size}", (size, size, size), size)


def _integers(name: str, text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    for part in parts:
        if not (part.isascii() and part.isdigit() and len(part) < 10):
            raise GameError(
                "{name}: expected whole numbers separated by commas, found {found}", name=name, found=repr(part)
            )
    return [int(part) for part in parts]


_NAMED: dict[str, Callable[[], Game]] = {
    "tictactoe": lambda: Game("tictactoe", (3, 3), 3),
    "wild": lambda: Game("wild", (3, 3), 3, marks=EITHER),
    "notakto": lambda: Game("notakto", (3, 3), 3, marks=((X,), (X,)), misere=True),
    "connect4": lambda: Game("connect4", (6, 7), 4, drop=True),
    "qubic": lambda: _cube("qubic", [4]),
    "t3": lambda: _t3("t3", [3]),
    "numerical": lambda: Game(
        "numerical", (3, 3), 3, SumTo(15, full=True), marks=((1, 3, 5, 7, 9), (2, 4, 6, 8)), once=True
    ),
}
# What people call a game elsewhere, unless its spelling is near enough.
_ALIASES = {
    "ttt": "tictactoe",
    "noughtsandcrosses": "tictactoe",
    "tictactotal": "t3",
    "misere": "tictactoe+misere",
    "fourinarow": "connect4",
    "scorefour": "cube:4+drop",
}
_SIZED: dict[str, Callable[[str, list[int]], Game]] = {"t3": _t3, "cube": _cube}
