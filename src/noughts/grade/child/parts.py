"""Calls one of the named functions of an agent, such as `actions` or `winner`, and writes down what it gives.

How it is called is data (`call`): the `function`, which may be a method as in `Board.get_winner`; the `cells` that
stand for empty, X and O; `asks`, what is wanted; and the `arguments` after the board. The answer is one short line,
which the grader judges.
"""

from __future__ import annotations

import operator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Question = dict[str, Any]
    Call = dict[str, Any]

_LETTERS = "_XO"
_LONGEST = 100


class Missing(AttributeError):
    """The agent has no function of this name."""


def asker(module: object, call: Call) -> Callable[[Question], str]:
    """A function from a question to the line that answers it."""
    function = _function(module, call["function"])
    ask = ASKS[call["asks"]]
    return lambda question: ask(function, call, question)


def _function(module: object, name: str) -> Callable[..., Any]:
    """The function; a method is called on an object that is made from the board."""
    owner, _, method = name.rpartition(".")
    holder = getattr(module, owner, None) if owner else module
    if not callable(getattr(holder, method, None)):
        raise Missing(name)
    if not owner:
        return getattr(module, method)  # type: ignore[no-any-return]
    return lambda board, *rest: getattr(getattr(module, owner)(board), method)(*rest)


def _board(call: Call, question: Question) -> Any:
    """A list of lists, or an array."""
    cells = [call["cells"][mark] for mark in question["board"]]
    columns = question["columns"]
    rows = [cells[at : at + columns] for at in range(0, len(cells), columns)]
    if not call["array"]:
        return rows
    import numpy

    return numpy.array(rows)


def _arguments(call: Call, question: Question) -> list[Any]:
    marks = sum(mark > 0 for mark in question["board"])
    return [{"depth": marks}[name] for name in call["arguments"]]


def _value(function: Callable[..., Any], call: Call, question: Question) -> str:
    """A mark, a number or None, as Python writes it; 1.0 and NumPy's 1 are written as 1."""
    given = function(_board(call, question), *_arguments(call, question))
    if isinstance(given, bool):
        return str(given)
    if isinstance(given, str):
        return repr(str(given))[:_LONGEST]
    if isinstance(given, float) and given.is_integer():
        return str(int(given))
    try:
        return str(operator.index(given))
    except TypeError:
        return _shown(given)


def _truth(function: Callable[..., Any], call: Call, question: Question) -> str:
    """True or False, and what it was if it was neither."""
    given = function(_board(call, question), *_arguments(call, question))
    truth = str(bool(given))
    return truth if isinstance(given, bool) else f"{truth} {_shown(given)}"


def _places(function: Callable[..., Any], call: Call, question: Question) -> str:
    """The type of the collection, and the cells in it in reading order, as `set 00 01 12`."""
    given = function(_board(call, question), *_arguments(call, question))
    try:
        pairs = sorted({_pair(one) for one in given})
    except (TypeError, ValueError):
        return f"? {_shown(given)}"
    return " ".join([type(given).__name__[:20], *(f"{row}{column}" for row, column in pairs)])


def _boards(function: Callable[..., Any], call: Call, question: Question) -> str:
    """The board after each move, as `X___O____`, with a star if the board that was given has changed.

    An exception ends the line: `!ValueError`.
    """
    said = []
    same = "".join(_LETTERS[mark] for mark in question["board"])
    for place in _cells_of(question, taken=False):
        board = _board(call, question)
        try:
            text = _written(call, question, function(board, place))
        except Exception as error:
            text = f"!{type(error).__name__[:40]}"
        said.append(text + ("" if _written(call, question, board) == same else "*"))
        if text.startswith(("!", "?")):
            break
    return " ".join(said)


def _refusals(function: Callable[..., Any], call: Call, question: Question) -> str:
    """The illegal moves that no exception refused: `taken`, `outside`, both or `-`."""
    columns = question["columns"]
    rows = len(question["board"]) // columns
    outside = [(rows, 0), (0, columns), (-1, 0), (0, -1)]
    illegal = {"taken": list(_cells_of(question, taken=True)), "outside": outside}
    accepted = [
        name for name, places in illegal.items() if any(_accepts(function, call, question, at) for at in places)
    ]
    return " ".join(accepted) or "-"


def _accepts(function: Callable[..., Any], call: Call, question: Question, place: tuple[int, int]) -> bool:
    try:
        function(_board(call, question), place)
    except Exception:
        return False
    return True


def _cells_of(question: Question, *, taken: bool) -> Iterator[tuple[int, int]]:
    for cell, mark in enumerate(question["board"]):
        if bool(mark) == taken:
            yield divmod(cell, question["columns"])


def _written(call: Call, question: Question, given: Any) -> str:
    """A board as letters; anything else as it looks."""
    columns = question["columns"]
    try:
        rows = [list(row) for row in given]
        if len(rows) * columns == len(question["board"]) and all(len(row) == columns for row in rows):
            return "".join(_LETTERS[call["cells"].index(cell)] for row in rows for cell in row)
    except Exception:  # the agent's own objects may fail at anything
        return "?"
    return f"?{_shown(given)}"


def _pair(place: Any) -> tuple[int, int]:
    row, column = place
    return operator.index(row), operator.index(column)


def _shown(given: object) -> str:
    return " ".join(repr(given).split())[:_LONGEST]


ASKS: dict[str, Callable[[Callable[..., Any], Call, Question], str]] = {
    "value": _value,
    "truth": _truth,
    "places": _places,
    "boards": _boards,
    "refusals": _refusals,
}
