"""Units of a proof: positions after the first plies, each searched on its own.

The compiled core walks over the first plies and says which units are wanted next, from what its table knows to be
proved and what is known to have failed. Nothing else is kept, so a unit may be searched anywhere and in any order: it
is a few numbers, and what comes back is whether it was proved, and news for the table. A unit that a sitting is not
enough for is split at its next plies: see core/frontier.hpp.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ..games import Game
from .core import core_module

if TYPE_CHECKING:
    from . import _core

SITTING = 8_000  # nodes: some tenths of a second
UNLIMITED = 1 << 62


class Unit(NamedTuple):
    """A position with the prover to move: the stones of the side the proof is about, and of the other."""

    key: int
    one: int
    other: int
    budget: int  # nodes
    line: tuple[int, ...]
    within: tuple[tuple[int, int], ...] = ()  # units that were split: key, and how many nodes all of it may cost


class UnitResult(NamedTuple):
    """What became of a unit. The search ended because it was `finished`, `unwanted`, or out of `memory`."""

    proved: bool
    reason: str
    nodes: int
    seconds: float  # of processor time
    reply: int = -1  # if it was not proved: the one that looked best, as the table sees the board
    news: bytes = b""  # of what was proved, where that is not known to the table that asked


class Frontier(NamedTuple):
    """Where a proof stands: `proved`, `failed` (for this budget) or `waiting` for the units."""

    answer: str
    units: list[Unit]
    classes_proved: int
    classes: int


@dataclass(frozen=True)
class Recipe:
    """How a prover is made: plain values, so that it can be made elsewhere, too."""

    kind: str
    game: Game
    memory: int
    options: tuple[tuple[str, int], ...] = ()

    def make(self) -> _core.Prover:
        core = core_module()
        make = {"hold": core.hold_prover, "guard": core.guard_prover, "win": core.win_prover}[self.kind]
        prover: _core.Prover = make(
            cells=self.game.cells,
            lines=self.game.lines,
            symmetries=self.game.automorphisms,
            memory=self.memory,
            **dict(self.options),
        )
        return prover


@dataclass(eq=False)
class Question:
    """A prover and what it is asked: whether `one` wins, or is held by `other`."""

    recipe: Recipe
    one: int
    other: int
    prover_first: bool
    proved: bool = False
    # By key of a unit: the largest budget that did not suffice, and the reply that looked best.
    failures: dict[int, tuple[int, int]] = field(default_factory=dict)
    spent: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.prover = self.recipe.make()

    def frontier(self, budget: int, most: int, sitting: int = SITTING) -> Frontier:
        answer, units, proved, classes = self.prover.frontier(
            self.one, self.other, self.prover_first, budget=budget, sitting=sitting, most=most
        )
        wanted = [
            Unit(key, one, other, nodes, tuple(line), tuple(within)) for key, one, other, nodes, line, within in units
        ]
        return Frontier(answer, wanted, proved, classes)

    def spend(self, unit: Unit, nodes: int) -> bool:
        """Adds up what the parts of split units cost, and gives up those that have cost all they may; False if so."""
        goes_on = True
        for key, budget in unit.within:
            self.spent[key] = self.spent.get(key, 0) + nodes
            if self.spent[key] >= budget:
                self.fail(key, budget)
                goes_on = False
        return goes_on

    def fail(self, key: int, budget: int, reply: int = -1) -> None:
        self.failures[key] = max((budget, reply), self.failures.get(key, (0, -1)))
        self.prover.fail(key, budget, reply)


class _NoLongerWanted(Exception):
    pass


def search(prover: _core.Prover, unit: Unit, is_wanted: Callable[[int], bool] = lambda nodes: True) -> UnitResult:
    """One sitting. `is_wanted` is asked many times a second, and hears how many nodes there were so far."""
    started, seen = time.thread_time(), 0

    def watch(nodes: int, *rest: object) -> None:
        nonlocal seen
        seen = nodes
        if not is_wanted(nodes):
            raise _NoLongerWanted

    try:
        proved, reason, nodes, reply = prover.search(unit.one, unit.other, budget=unit.budget, progress=watch)
    except _NoLongerWanted:
        return UnitResult(False, "unwanted", seen, time.thread_time() - started)
    return UnitResult(proved, reason, nodes, time.thread_time() - started, reply)
