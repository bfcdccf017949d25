"""Calls an agent as an interface describes: makes the board in its form, and reports what came back as plain data.

Nothing here judges or reads an answer; that is done where the agent cannot reach. Only the standard library is used.
"""

from __future__ import annotations

import contextlib
import enum
import operator
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # starting is a large part of the work: `typing` is not imported for an agent
    from collections.abc import Callable
    from typing import Any

    Question = dict[str, Any]
    Description = dict[str, Any]

_LONGEST = 120
_MOST = 64  # parts of an answer
_PLIES = 4  # of a search that is told how far to look
_LARGEST = 10  # parts of a board
_CHEAP = 0.002  # an object that takes longer to make is made once and kept


# What an object may be made with that depends on the side to move.
_MOVERS = {"mark", "opponent", "maximizing", "minimizing", "sign", "number", "side"}


class Struct(dict):  # type: ignore[type-arg]
    """What ConnectX shows an agent: its items are attributes, too."""

    def __getattr__(self, name: str) -> Any:
        if name in self:
            return self[name]
        raise AttributeError(name)


_writes: list[Any] = []  # the marks that an agent writes into a board it was given, or into a copy of it
_given: dict[int, int | None] = {}  # the lists of the board itself, by identity, with the row that each of them is
_placed: list[tuple[Any, Any]] = []  # what is written into the board itself: where, and the mark


class _SpiedList(list):  # type: ignore[type-arg]
    def __setitem__(self, at: Any, value: Any) -> None:
        if not isinstance(value, list):
            _writes.append(value)
            if id(self) in _given:
                row = _given[id(self)]
                _placed.append((at if row is None else (row, at), value))
        super().__setitem__(at, value)

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        return _SpiedList(found) if isinstance(at, slice) else found

    def copy(self) -> _SpiedList:
        return _SpiedList(self)


class _SpiedDict(dict):  # type: ignore[type-arg]
    def __setitem__(self, at: Any, value: Any) -> None:
        _writes.append(value)
        if id(self) in _given:
            _placed.append((at, value))
        super().__setitem__(at, value)

    def copy(self) -> _SpiedDict:
        return _SpiedDict(self)


def _is_widget(cell: Any) -> bool:
    """Whether a cell is a stand-in for a button or a label, and its text is the mark."""
    return hasattr(type(cell), "shown_text")


def without_widgets(value: Any) -> Any:
    """The same board, with the texts of buttons instead of the buttons; what has none is given back as it is."""
    if not has_widgets(value):
        return value
    if isinstance(value, dict):
        return {key: one.shown_text if _is_widget(one) else one for key, one in value.items()}
    return [without_widgets(one) if not _is_widget(one) else one.shown_text for one in value]


def has_widgets(board: Any) -> bool:
    return isinstance(board, (list, dict)) and len(board) <= _LARGEST and bool(_widgets(board))


def _widgets(board: Any) -> dict[int, Any]:
    """The buttons of a board by identity, each with the place that it has."""
    if isinstance(board, dict):
        return {id(one): key for key, one in board.items() if _is_widget(one)}
    found: dict[int, Any] = {}
    for at, part in enumerate(board if isinstance(board, list) else ()):
        if _is_widget(part):
            found[id(part)] = at
        elif isinstance(part, list):
            found.update((id(one), (at, column)) for column, one in enumerate(part) if _is_widget(one))
    return found


def _note_widgets(board: Any) -> None:
    """What was written on the buttons of a board, as if it had been written into the board."""
    places = _widgets(board)
    for widget, text in next((type(one).notes for one in _cells(board) if _is_widget(one)), ()):
        if id(widget) in places:
            _writes.append(text)
            _placed.append((places[id(widget)], text))


def _cells(board: Any) -> list[Any]:
    parts = list(board.values()) if isinstance(board, dict) else board if isinstance(board, list) else []
    return [cell for part in parts for cell in (part if isinstance(part, list) else [part])]


def spied(board: Any) -> Any:
    """The same board, which notes what is written into it."""
    for notes in (_writes, _given, _placed):
        notes.clear()
    made: Any = board
    if isinstance(board, dict):
        made = _SpiedDict(board)
    elif isinstance(board, list):
        made = _SpiedList(_SpiedList(row) if isinstance(row, list) else row for row in board)
        _given.update((id(row), number) for number, row in enumerate(made) if isinstance(row, list))
    _given[id(made)] = None
    return made


class Caller:
    """An agent that can be asked. `space` are the names of its file; `description` an interface as data."""

    window: Callable[[], Any] = object  # what makes a stand-in for a window

    def __init__(self, space: dict[str, Any], description: Description, first: dict[str, Any] | None = None) -> None:
        x, o, empty = (member_of(space, mark) for mark in (*description["marks"], description["empty"]))
        self.description = description = {**description, "marks": [x, o], "empty": empty}
        self._space = space
        # What a game of its own would leave behind, such as `game_over`, must not reach the next question.
        self._first = (first or {}) if description["board_name"] and not description["class_name"] else {}
        self._owner = _named(space, description["class_name"]) if description["class_name"] else None
        self._function = None if self._owner is not None else _first(space, description["function"])
        self._kept: dict[str, Any] = {}
        self._clears = False  # whether it clears the board when the game is over

    @classmethod
    def of(cls, function: Callable[..., Any], description: Description) -> Caller:
        """For a function that is there already."""
        return cls(dict.fromkeys(description["function"], function), {**description, "class_name": ""})

    def ask(self, question: Question) -> dict[str, Any]:
        """What the agent returns, and for a board that is its own what is there afterwards."""
        if self.description["answer"] == "value":
            return {"values": self._values(question)}
        is_written = self.description["answer"] == "written"
        reply = self._call({**question, "spy": True} if self._clears else question)
        if is_written and not self._clears and _is_cleared(reply):
            # Its move ended the game, and the next game has begun: from now on, what it writes is noted.
            self._clears = True
            reply = self._call({**question, "spy": True})
        if is_written and _is_cleared(reply):
            reply["after"] = plain(_last_placed(reply, self.description, question["columns"]))
        for name in ("before", "empty"):
            reply.pop(name, None)
        return reply

    def _values(self, question: Question) -> list[list[Any]]:
        """The value of every position after a move."""
        board, mover = question["board"], question["side"] + 1
        values = []
        for cell in [at for at, mark in enumerate(board) if mark == 0]:
            after = [*board[:cell], mover, *board[cell + 1 :]]
            asked = {**question, "board": after, "side": 1 - question["side"], "mover": question["side"]}
            values.append([cell, self._call(asked)["value"]])
        return values

    def _call(self, question: Question) -> dict[str, Any]:
        description, name = self.description, self.description["board_name"]
        board = make_board(question, description)
        if question.get("spy"):
            board = spied(board)
        self._space.update(self._first)
        owner, holder = None, None
        given: dict[str, Any] = {"board": board}
        if "observation" in description["arguments"]:
            given |= _connectx(question, board)
        if "game" in description["arguments"] or "game" in description["make"]:
            holder = self._game(question, given)
            given["game"] = holder
            self._prepare(holder, question, board)
        if self._owner is not None:
            owner = self._object(self._owner, description["make"], question, given)
            if holder is not None:
                self._give_marks(owner, question, only_there=True)
            function = _method(owner, description["function"])
        else:
            function = self._function
        if holder is None:
            holder = owner if owner is not None else _globals(function)
            self._prepare(holder, question, board)
            if name:  # the program passes its own board
                given["board"] = _get(holder, name)
        roles = [given[role] if role in given else self._argument(role, question) for role in description["arguments"]]

        def written() -> list[Any]:
            return cells_of(_get(holder, name) if name else board, description)

        before = written() if description["board"] != "t3" else []
        for widget in [one for one in _cells(_get(holder, name)) if _is_widget(one)][:1] if name else ():
            type(widget).notes.clear()
        try:
            result = function(*roles)
        except BaseException as end:
            # Its move ended the game, which ends the program or is recorded in a file; or the other side is asked now.
            is_after = isinstance(end, (SystemExit, OSError)) or type(end).__name__ == "Prompt"
            if not is_after or not before or written() == before:
                raise
            result = None
        if description["left"]:
            result = _get(owner if owner is not None else _globals(function), description["left"])
        reply = {"value": plain(result), "out": shown(result)}
        if question.get("spy"):
            _note_widgets(_get(holder, name) if name else None)
            reply["writes"] = plain(_writes[:4])
            reply["written"] = plain(_different(_writes))
        if description["answer"] == "written":
            reply["after"] = plain(written())
            reply["before"], reply["empty"] = plain(before), plain(_empties(question, description))
        return reply

    def _prepare(self, holder: Any, question: Question, board: Any) -> None:
        """Gives the globals or the object the board, and whose turn it is."""
        description = self.description
        if description["board_name"]:
            is_spied = question.get("spy") and not has_widgets(_get(holder, description["board_name"]))
            (_set if is_spied else put)(holder, description["board_name"], board)
        self._give_marks(holder, question)

    def _give_marks(self, holder: Any, question: Question, *, only_there: bool = False) -> None:
        """Tells the globals or an object whose turn it is and how many marks there are, where it keeps that."""
        marks, side, board = self.description["marks"], question["side"], question["board"]
        values = {
            "turn_names": marks[side],
            "opponent_names": marks[1 - side],
            "count_names": len(board) - board.count(0),
        }
        for names, value in values.items():
            for name in self.description[names]:
                if not only_there or _has(holder, name):
                    _set(holder, name, value)
        for text in self.description["free_names"]:
            name, _, base = text.rpartition(" from ")
            free = [at + int(base) for at, mark in enumerate(board) if mark == 0]
            if isinstance(_get(holder, name), list):  # in place, as others may hold it too
                _get(holder, name)[:] = free

    def _game(self, question: Question, given: dict[str, Any]) -> Any:
        """The program's own game, set back to the beginning: others may look at it. A new one if it has none."""
        kind = _named(self._space, self.description["game_class"])
        made = self._object(kind, (), question, given)
        own = next((one for one in self._space.values() if type(one) is kind and one is not made), None)
        if own is None or not isinstance(getattr(own, "__dict__", None), dict):
            return made
        own.__dict__.update(vars(made))
        return own

    def _object(self, kind: Any, make: Any, question: Question, given: dict[str, Any]) -> Any:
        """A new object for each question, or the one before if making it takes long; one for each mark."""
        key = f"{getattr(kind, '__name__', '')} {question['side'] if set(make) & _MOVERS else ''}"
        if key in self._kept:
            return self._kept[key]
        started = time.perf_counter()
        made = kind(*(given[role] if role in given else self._argument(role, question) for role in make))
        if time.perf_counter() - started > _CHEAP and not set(given) & set(make):
            self._kept[key] = made
        return made

    def _free(self, board: list[int], columns: int) -> list[Any]:
        """The empty cells, by the numbers or pairs that a board of this form is indexed with."""
        cells = [at for at, mark in enumerate(board) if mark == 0]
        form = self.description["board"]
        if form in ("rows", "row-tuples", "row-texts", "array"):
            return [divmod(cell, columns) for cell in cells]
        if form == "mapping":
            return [_keys(self.description)[cell] for cell in cells]
        return [cell + 1 for cell in cells] if form == "from-1" else cells

    def _argument(self, role: str, question: Question) -> Any:
        side, board = question["side"], question["board"]
        marks, maximizer = self.description["marks"], self.description["maximizer"]
        is_max = side == {"X": 0, "O": 1, "mover": question.get("mover", side), "next": side}[maximizer]
        values: dict[str, Callable[[], Any]] = {
            "mark": lambda: marks[side],
            "opponent": lambda: marks[1 - side],
            "maximizing": lambda: is_max,
            "minimizing": lambda: not is_max,
            "sign": lambda: 1 if is_max else -1,
            "number": lambda: side + 1,
            "side": lambda: side,
            "depth": lambda: 0,
            "plies": lambda: _PLIES,
            "empty": lambda: board.count(0),
            "filled": lambda: len(board) - board.count(0),
            "free": lambda: self._free(board, question["columns"]),
            "alpha": lambda: float("-inf"),
            "beta": lambda: float("inf"),
            "x-cells": lambda: [int(mark == 1) for mark in board],
            "o-cells": lambda: [int(mark == 2) for mark in board],
            "three": lambda: question["columns"],
            "name": lambda: "agent",
            "level": lambda: "hard",
            "window": self.window,
            "none": lambda: None,
        }
        return values[role]()


def _connectx(question: Question, board: Any) -> dict[str, Any]:
    """The two arguments of an agent for ConnectX."""
    marks, columns = question["board"], question["columns"]
    filled = len(marks) - marks.count(0)
    observation = Struct(board=board, mark=question["side"] + 1, step=filled, remainingOverageTime=60)
    configuration = Struct(
        rows=len(marks) // columns,
        columns=columns,
        inarow=question["length"],
        episodeSteps=1000,
        actTimeout=2,
        timeout=2,
    )
    return {"observation": observation, "configuration": configuration}


def member_of(space: dict[str, Any], mark: Any) -> Any:
    """What stands in a cell: `Mark.X` is a member, if the agent has an enumeration of that name."""
    kind, dot, name = mark.partition(".") if isinstance(mark, str) else ("", "", "")
    if kind.isidentifier() and dot and name.isidentifier():
        with contextlib.suppress(AttributeError, TypeError, KeyError):
            found = _named(space, kind)
            return found[name] if issubclass(found, enum.Enum) else mark
    return mark


def _empties(question: Question, description: Description) -> list[Any]:
    """What an empty cell looks like, of each cell."""
    return [_empty(at, description["empty"]) for at in range(len(question["board"]))]


def _is_cleared(reply: dict[str, Any]) -> bool:
    """Whether marks that stood on the board are gone."""
    before, after = reply["before"], reply["after"]
    return len(after) != len(before) or any(
        old != empty and new != old for old, new, empty in zip(before, after, reply["empty"])
    )


def _last_placed(reply: dict[str, Any], description: Description, columns: int) -> list[Any]:
    """The board with the last mark that was put on it, before those that stood there were taken away.

    Without such a mark, what is there now: the agent has written where it must not.
    """
    before: list[Any] = reply["before"]
    cells: dict[Any, int] = {at: at for at in range(len(before))}
    if description["board"] == "rows":
        cells = {divmod(at, columns): at for at in cells}
    elif description["board"] == "from-1":
        cells = {at + 1: at for at in cells}
    elif description["board"] == "mapping":
        cells = {key: at for at, key in enumerate(_keys(description))}
    marks, last = description["marks"], None
    for place, value in _placed:
        cell = cells.get(place) if isinstance(place, (int, str, tuple)) else None
        if cell is None:
            continue
        if before[cell] in marks and value != before[cell]:
            break
        if before[cell] not in marks and value in marks:
            last = cell, value
    if last is None:
        found: list[Any] = reply["after"]
        return found
    return [*before[: last[0]], last[1], *before[last[0] + 1 :]]


def _different(values: list[Any]) -> list[Any]:
    """The first few values that differ."""
    found: list[Any] = []
    for value in values:
        if value not in found:
            found.append(value)
        if len(found) > 4:
            break
    return found


def simple(space: dict[str, Any]) -> dict[str, Any]:
    """The globals that are numbers, texts or None."""
    kinds = (bool, int, float, str, type(None))
    return {name: value for name, value in space.items() if type(value) in kinds and not name.startswith("__")}


def make_board(question: Question, description: Description) -> Any:
    """The board in the agent's form."""
    form, columns = description["board"], question["columns"]
    if form == "t3":
        return _total_state(question)
    cells = [
        _empty(at, description["empty"]) if mark == 0 else description["marks"][mark - 1]
        for at, mark in enumerate(question["board"])
    ]
    rows = [cells[at : at + columns] for at in range(0, len(cells), columns)]
    if description["bottom_first"]:
        rows.reverse()
        cells = [cell for row in rows for cell in row]
    if form in ("array", "flat-array"):
        import numpy

        kinds = {type(cell) for cell in cells}
        same = kinds <= {int, float} or kinds <= {str}
        made: Any = numpy.array(cells, dtype=None if same else object)
        return made.reshape(-1, columns) if form == "array" else made
    forms: dict[str, Callable[[], Any]] = {
        "rows": lambda: rows,
        "row-tuples": lambda: tuple(map(tuple, rows)),
        "row-texts": lambda: ["".join(map(str, row)) for row in rows],
        "flat": lambda: cells,
        "flat-tuple": lambda: tuple(cells),
        "from-1": lambda: [_empty(0, description["empty"]), *cells],
        "text": lambda: "".join(map(str, cells)),
        "mapping": lambda: dict(zip(_keys(description), cells)),
    }
    return forms[form]()


def _empty(cell: int, empty: Any) -> Any:
    if isinstance(empty, str) and " from " in empty:
        kind, _, base = empty.partition(" from ")
        return str(cell + int(base)) if kind == "digits" else cell + int(base)
    return empty


def _keys(description: Description) -> list[Any]:
    return [tuple(key) if isinstance(key, list) else key for key in description["keys"]]


def cells_of(board: Any, description: Description) -> list[Any]:
    """The contents of the cells of a board in reading order, whatever its form."""
    board = without_widgets(board)
    if isinstance(board, dict):
        return [board.get(key) for key in _keys(description)] if description["keys"] else list(board.values())
    if hasattr(board, "tolist"):
        board = board.tolist()
    parts = list(board)
    if description["board"] == "from-1":
        return parts[1:]
    if parts and all(isinstance(part, (list, tuple, str)) and len(part) > 1 for part in parts):
        return [cell for part in parts for cell in part]
    return parts


def put(holder: Any, name: str, board: Any) -> None:
    """Gives a global or an attribute a new board; in place where that can be, as others may hold it too."""
    held = _get(holder, name)
    if has_widgets(held):
        for one, text in zip(_cells(held), _cells(board)):
            one["text"] = text
    elif isinstance(held, list) and isinstance(board, list) and len(held) == len(board):
        for at, cell in enumerate(board):
            if isinstance(held[at], list) and isinstance(cell, list):
                held[at][:] = cell
            else:
                held[at] = cell
    elif isinstance(held, dict) and isinstance(board, dict):
        held.update(board)
    elif hasattr(held, "shape") and hasattr(board, "shape") and held.shape == board.shape and _holds(held, board):
        held[...] = board
    else:
        _set(holder, name, board)


def _holds(held: Any, board: Any) -> bool:
    """Whether an array can take the cells of another as they are: `numpy.zeros` is of floats."""
    import numpy

    return bool(numpy.can_cast(board.dtype, held.dtype))


def _get(holder: Any, name: str) -> Any:
    return holder.get(name) if isinstance(holder, dict) else getattr(holder, name, None)


def _has(holder: Any, name: str) -> bool:
    return name in holder if isinstance(holder, dict) else hasattr(holder, name)


def _set(holder: Any, name: str, value: Any) -> None:
    if isinstance(holder, dict):
        holder[name] = value
    else:
        setattr(holder, name, value)


def _globals(function: Any) -> dict[str, Any]:
    if hasattr(function, "__wrapped__"):
        import inspect

        function = inspect.unwrap(function)
    return getattr(function, "__globals__", {})


def _first(space: dict[str, Any], names: list[str]) -> Any:
    for name in names:
        with contextlib.suppress(AttributeError):
            return _named(space, name)
    raise AttributeError(f"there is no {' or '.join(names)}")


def _method(owner: Any, names: list[str]) -> Any:
    for name in names:
        if hasattr(owner, name):
            return getattr(owner, name)
    raise AttributeError(f"{type(owner).__name__} has no {' or '.join(names)}")


def _named(space: dict[str, Any], name: str) -> Any:
    """A class or function of the agent, from its own file or one that it imports."""
    if name in space:
        return space[name]
    standard = getattr(sys, "stdlib_module_names", ())
    for value in list(space.values()):
        inside = getattr(value, "__dict__", None)
        is_own = type(value).__name__ == "module" and value.__name__.partition(".")[0] not in standard
        if is_own and isinstance(inside, dict) and name in inside:
            return inside[name]
    raise AttributeError(f"there is no {name}")


def _total_state(question: Question) -> Any:
    """Tic-Tac-Total: the agent's own T3State, with the numbers of this game."""
    import importlib

    base = importlib.import_module("t3_state").T3State
    rules = {"MAX_MOVE": question["largest"], "WIN_TARGET": question["target"]}
    same = all(getattr(base, name, None) == number for name, number in rules.items())
    state_class = base if same else type("T3State", (base,), rules)
    columns, board = question["columns"], list(question["board"])
    return state_class(question["side"] == 0, [board[at : at + columns] for at in range(0, len(board), columns)])


def plain(value: Any, depth: int = 0) -> Any:
    """As JSON can hold it: numbers of any kind as numbers, sequences as lists, objects as what they hold."""
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"[:_LONGEST]
    if value is None or isinstance(value, (bool, str)):
        return value[:_LONGEST] if isinstance(value, str) else value
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else str(value)
    try:
        number = operator.index(value)
        return number if abs(number) < 1 << 53 else str(number)[:_LONGEST]
    except TypeError:
        pass
    if depth > 4:
        return None
    if hasattr(value, "tolist"):
        return plain(value.tolist(), depth + 1)
    if isinstance(value, dict):
        return {str(key)[:_LONGEST]: plain(one, depth + 1) for key, one in list(value.items())[:_MOST]}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(one, depth + 1) for one in list(value)[:_MOST]]
    if all(callable(getattr(value, name, None)) for name in ("row", "col", "move")):  # an action of Tic-Tac-Total
        return {name: plain(getattr(value, name)(), depth + 1) for name in ("row", "col", "move")}
    inside = getattr(value, "__dict__", None)
    if isinstance(inside, dict) and inside:
        return {str(key): plain(one, depth + 1) for key, one in list(inside.items())[:_MOST]}
    return None


def shown(result: object) -> str:
    """What came back, for people."""
    try:
        return " ".join(repr(result).split())[:_LONGEST]
    except BaseException as error:
        return f"something whose repr fails: {name_of(error)}"


def name_of(error: BaseException) -> str:
    try:
        message = " ".join(str(error).split())
    except BaseException:
        message = ""
    return f"{type(error).__name__}: {message}"[:_LONGEST] if message else type(error).__name__


def answer(caller: Caller, question: Question) -> tuple[str, dict[str, Any]]:
    """One answer: its status, and what is known about it; `out` is text for people."""
    try:
        return "answer", {"out": "", **caller.ask(question)}
    except KeyboardInterrupt:
        raise
    except MemoryError:
        return "memory", {"out": "MemoryError"}
    except BaseException as error:
        return ("time" if type(error).__name__ == "TooLong" else "crash"), {"out": name_of(error)}
