"""The named functions of an interface, as data: how each is called, where it is asked, and what the rules say.

A course that asks for `player`, `actions`, `result`, `winner`, `terminal` and `utility` beside `minimax` gets marks for
each. They are asked about every position of tic-tac-toe with X first, so the check is exhaustive.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import Enum, auto
from functools import cache
from typing import Any

from ..games import Game, Position, game
from .interfaces import Interface, Mark
from .positions import choose

Cells = tuple[Mark, Mark, Mark]  # what stands for empty, X and O


class Where(Enum):
    """The positions that a function is asked about; a course leaves open what it gives on the others."""

    EVERYWHERE = auto()
    RUNNING = auto()
    FINISHED = auto()

    def holds(self, position: Position) -> bool:
        return self is Where.EVERYWHERE or (position.outcome is not None) == (self is Where.FINISHED)


@dataclass(frozen=True)
class Call:
    """How the sandbox calls a function: see `child/parts.py`."""

    function: str
    asks: str
    arguments: tuple[str, ...] = ()
    cells: Cells = (None, "X", "O")
    array: bool = False  # whether the board is an array of NumPy, not a list of lists

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Part:
    """One function. `expected` is what the sandbox writes down if the function is right.

    A part that is `required` is asked wherever another one is, and reported as missing if it is not there.
    """

    name: str
    call: Call
    where: Where
    expected: Callable[[Position, Cells], str]
    required: bool = False
    reads: Mapping[str, str] = field(default_factory=dict)  # other ways to write an answer

    def positions(self) -> tuple[Position, ...]:
        return tuple(position for position in _positions() if self.where.holds(position))

    def expects(self, position: Position) -> str:
        return self.expected(position, self.call.cells)

    def of(self, interface: Interface) -> Part:
        """The same function on the boards of an interface."""
        x, o = interface.marks
        return replace(self, call=replace(self.call, cells=(interface.empty, x, o), array=interface.board == "array"))


@cache
def _positions() -> tuple[Position, ...]:
    return choose(game("tictactoe")).positions


def _mark(side: str, cells: Cells) -> Mark:
    return cells[1] if side == "X" else cells[2]


def _player(position: Position, cells: Cells) -> str:
    return repr(_mark(position.to_move, cells))


def _places(position: Position, cells: Cells) -> str:
    columns = position.game.shape[-1]
    free = (divmod(cell, columns) for cell, mark in enumerate(position.board) if not mark)
    return " ".join(f"{row}{column}" for row, column in free)


def _boards(position: Position, cells: Cells) -> str:
    after = (position.play(move).board for move in sorted(position.legal_moves, key=lambda move: move.cell))
    return " ".join("".join("_XO"[mark] for mark in board) for board in after)


def _refusals(position: Position, cells: Cells) -> str:
    return "-"


def _winner(position: Position, cells: Cells, draw: Mark = None, running: Mark = None) -> str:
    if position.outcome is None:
        return repr(running)
    return repr(draw if position.outcome.winner is None else _mark(position.outcome.winner, cells))


def _winner_or_draw(position: Position, cells: Cells) -> str:
    return _winner(position, cells, draw="D", running=False)


def _over(position: Position, cells: Cells) -> str:
    return str(position.outcome is not None)


def _dead(position: Position, cells: Cells) -> str:
    return str(position.is_dead())


def _over_or_dead(position: Position, cells: Cells) -> str:
    return str(position.outcome is not None or position.is_dead())


def _utility(position: Position, cells: Cells) -> str:
    return str(_score(position))


def _value(position: Position, cells: Cells) -> str:
    """10 less the depth, which is the number of marks."""
    return str(_score(position) * (10 - len(position.board) + position.board.count(0)))


def _score(position: Position) -> int:
    """1 if X has won, -1 if O has, 0 otherwise."""
    winner = position.outcome.winner if position.outcome is not None else None
    return 0 if winner is None else 1 if winner == position.game.sides[0] else -1


REFUSAL = "result-refuses"  # the second line about `result`: that it refuses illegal moves
_PLAYER = Part("player", Call("player", "value"), Where.RUNNING, _player)
_ACTIONS = Part("actions", Call("actions", "places"), Where.RUNNING, _places)
_RESULT = Part("result", Call("result", "boards"), Where.RUNNING, _boards)
_REFUSAL = Part(REFUSAL, Call("result", "refusals"), Where.RUNNING, _refusals)
_WINNER = Part("winner", Call("winner", "value"), Where.EVERYWHERE, _winner)
_TERMINAL = Part("terminal", Call("terminal", "truth"), Where.EVERYWHERE, _over)
_UTILITY = Part("utility", Call("utility", "value"), Where.FINISHED, _utility)
_VALUE = Part("value", Call("value", "value", ("depth",)), Where.FINISHED, _value)

PARTS: Mapping[str, tuple[Part, ...]] = {
    "cs50": tuple(
        replace(part, required=True) for part in (_PLAYER, _ACTIONS, _RESULT, _REFUSAL, _WINNER, _TERMINAL, _UTILITY)
    ),
    "agent": (_PLAYER, _ACTIONS, _RESULT, _WINNER, _TERMINAL, _VALUE),
    "functional": (
        replace(_WINNER, expected=_winner_or_draw, reads={"None": "False"}),
        Part("empty_spots", Call("empty_spots", "places"), Where.EVERYWHERE, _places),
    ),
    "board": (
        Part("get_possible_moves", Call("Board.get_possible_moves", "places"), Where.RUNNING, _places),
        Part("get_winner", Call("Board.get_winner", "value"), Where.EVERYWHERE, _winner),
        Part("is_draw_inevitable", Call("Board.is_draw_inevitable", "truth"), Where.RUNNING, _dead),
        Part("is_game_over", Call("Board.is_game_over", "truth"), Where.EVERYWHERE, _over_or_dead),
    ),
}
_BOARDS = ("rows", "array")  # the forms of board that the sandbox can make for a part


def named(interface: Interface, name: str) -> Part:
    return next(part for part in PARTS[interface.name] if part.name == name).of(interface)


def names() -> list[str]:
    """Every name that a rubric can weigh, `minimax` for the answers themselves."""
    return [*dict.fromkeys(part.name for parts in PARTS.values() for part in parts), "minimax"]


def of(interface: Interface, rules: Game, sources: Iterable[bytes], weighed: Iterable[str] = ()) -> list[Part]:
    """The parts to ask of an agent: those that its files define, if these are most of them, or that a rubric weighs.

    Where there are any, those that the course requires are asked as well.
    """
    if rules != game("tictactoe") or interface.board not in _BOARDS:
        return []
    known, weighed = PARTS.get(interface.name, ()), set(weighed)
    text = b"\n".join(sources)
    defined = {part.name for part in known if re.search(rb"\bdef\s+" + _word(part) + rb"\b", text)}
    if 2 * len(defined) <= len(known):  # one or two of these names alone say nothing: they may mean anything
        defined = set()
    asked = defined | (weighed & {part.name for part in known})
    if asked:
        asked |= {part.name for part in known if part.required}
    return [part.of(interface) for part in known if part.name in asked]


def _word(part: Part) -> bytes:
    return part.call.function.rpartition(".")[2].encode()
