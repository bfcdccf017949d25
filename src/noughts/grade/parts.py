"""The named functions of an interface, as data: how each is called, where it is asked, and what the rules say.

A course that asks for `player`, `actions`, `result`, `winner`, `terminal` and `utility` beside `minimax` gets marks for
each. They are asked about every position of tic-tac-toe with X first, so the check is exhaustive.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from enum import Enum, auto
from functools import cache
from typing import Any

from ..games import Game, Position, game
from .positions import choose


class Where(Enum):
    """The positions that a function is asked about; a course leaves open what it gives on the others."""

    EVERYWHERE = auto()
    RUNNING = auto()
    FINISHED = auto()

    def holds(self, position: Position) -> bool:
        return self is Where.EVERYWHERE or (position.outcome is not None) == (self is Where.FINISHED)


@dataclass(frozen=True)
class Call:
    """How the sandbox calls a function: see `child/parts.py`. `cells` stand for empty, X and O."""

    function: str
    asks: str
    cells: tuple[object, object, object]
    arguments: tuple[str, ...] = ()

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Part:
    """One function. `expected` is what the sandbox writes down if the function is right.

    A part that is `required` is asked although no file of the agent mentions it, and is then reported as missing.
    """

    name: str
    call: Call
    where: Where
    expected: Callable[[Position], str]
    required: bool = False
    reads: Mapping[str, str] = field(default_factory=dict)  # other ways to write an answer

    def positions(self) -> tuple[Position, ...]:
        return tuple(position for position in _positions() if self.where.holds(position))


@cache
def _positions() -> tuple[Position, ...]:
    return choose(game("tictactoe")).positions


def _places(position: Position) -> str:
    columns = position.game.shape[-1]
    free = (divmod(cell, columns) for cell, mark in enumerate(position.board) if not mark)
    return " ".join(f"{row}{column}" for row, column in free)


def _boards(position: Position) -> str:
    after = (position.play(move).board for move in sorted(position.legal_moves, key=lambda move: move.cell))
    return " ".join("".join("_XO"[mark] for mark in board) for board in after)


def _score(position: Position) -> int:
    """1 if X has won, -1 if O has, 0 otherwise."""
    winner = position.outcome.winner if position.outcome is not None else None
    return 0 if winner is None else 1 if winner == position.game.sides[0] else -1


def _marks(position: Position) -> int:
    return len(position.board) - position.board.count(0)


def _winner(draw: object, running: object) -> Callable[[Position], str]:
    def expected(position: Position) -> str:
        if position.outcome is None:
            return repr(running)
        return repr(position.outcome.winner or draw)

    return expected


def _player(position: Position) -> str:
    return repr(position.to_move)


def _over(position: Position) -> str:
    return str(position.outcome is not None)


def _nested(cells: tuple[object, object, object], required: bool) -> tuple[Part, ...]:
    """The functions that two courses share, on nested lists."""

    def part(name: str, asks: str, where: Where, expected: Callable[[Position], str]) -> Part:
        return Part(name, Call(name, asks, cells), where, expected, required)

    return (
        part("player", "value", Where.RUNNING, _player),
        part("actions", "places", Where.RUNNING, _places),
        part("result", "boards", Where.RUNNING, _boards),
        part("winner", "value", Where.EVERYWHERE, _winner(None, None)),
        part("terminal", "truth", Where.EVERYWHERE, _over),
    )


_CS50 = (None, "X", "O")
_AGENT = ("_", "X", "O")
_FUNCTIONAL = (False, "X", "O")
REFUSAL = "result-refuses"  # the second line about `result`: that it refuses illegal moves

PARTS: Mapping[str, tuple[Part, ...]] = {
    "cs50": (
        *_nested(_CS50, required=True)[:3],
        Part(REFUSAL, Call("result", "refusals", _CS50), Where.RUNNING, lambda position: "-", required=True),
        *_nested(_CS50, required=True)[3:],
        Part("utility", Call("utility", "value", _CS50), Where.FINISHED, lambda position: str(_score(position)), True),
    ),
    "agent": (
        *_nested(_AGENT, required=False),
        Part(
            "value",
            Call("value", "value", _AGENT, ("depth",)),
            Where.FINISHED,
            lambda position: str(_score(position) * (10 - _marks(position))),
        ),
    ),
    "functional": (
        Part(
            "winner",
            Call("winner", "value", _FUNCTIONAL),
            Where.EVERYWHERE,
            _winner("D", running=False),
            reads={"None": "False"},
        ),
        Part("empty_spots", Call("empty_spots", "places", _FUNCTIONAL), Where.EVERYWHERE, _places),
    ),
    "board": (
        Part("get_possible_moves", Call("Board.get_possible_moves", "places", _AGENT), Where.RUNNING, _places),
        Part("get_winner", Call("Board.get_winner", "value", _AGENT), Where.EVERYWHERE, _winner(None, None)),
        Part(
            "is_draw_inevitable",
            Call("Board.is_draw_inevitable", "truth", _AGENT),
            Where.RUNNING,
            lambda position: str(position.is_dead()),
        ),
        Part(
            "is_game_over",
            Call("Board.is_game_over", "truth", _AGENT),
            Where.EVERYWHERE,
            lambda position: str(position.outcome is not None or position.is_dead()),
        ),
    ),
}


def named(api: str, name: str) -> Part:
    return next(part for part in PARTS[api] if part.name == name)


def names() -> list[str]:
    """Every name that a rubric can weigh, `minimax` for the answers themselves."""
    return [*dict.fromkeys(part.name for parts in PARTS.values() for part in parts), "minimax"]


def of(api: str, rules: Game, sources: Iterable[bytes], weighed: Iterable[str] = ()) -> list[Part]:
    """The parts to ask of an agent: those that its files mention, that its course requires or that a rubric weighs.

    Mentioned is enough: a function that turns out not to be there is reported as missing.
    """
    if rules != game("tictactoe"):
        return []
    text = b"\n".join(sources)
    weighed = set(weighed)

    def is_asked(part: Part) -> bool:
        word = part.call.function.rpartition(".")[2].encode()
        return part.required or part.name in weighed or re.search(rb"\bdef\s+" + word + rb"\b", text) is not None

    return [part for part in PARTS.get(api, ()) if is_asked(part)]
