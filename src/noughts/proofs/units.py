"""Units of a proof: positions after the first plies, each searched on its own.

The compiled core walks over the first plies and says which units to search next, from what its table holds as proved
and which units have failed. Nothing else is kept, so a unit may be searched anywhere and in any order: it is a few
numbers, and its result says whether it was proved, with updates for the table. A unit that a node slice does not
suffice for is split at its next plies: see core/frontier.hpp.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ..engine.core import core_module
from ..errors import EngineError
from ..games import Game, variants

if TYPE_CHECKING:
    from ..engine import _core

NODE_SLICE = 8_000  # nodes: some tenths of a second
UNLIMITED = 1 << 62


class ProofUnit(NamedTuple):
    """A position with the prover to move: the stones of the side the proof is about, and of the other."""

    key: int
    one: int
    other: int
    budget: int  # nodes
    line: tuple[int, ...]
    within: tuple[tuple[int, int], ...] = ()  # units that were split: key, and how many nodes all of it may cost

    @classmethod
    def from_data(cls, data: Sequence[Any]) -> ProofUnit:
        """A unit from its fields, where tuples have become lists on the way."""
        key, one, other, budget, line, within = data
        return cls(key, one, other, budget, tuple(line), tuple((part, nodes) for part, nodes in within))


class SearchResult(NamedTuple):
    """What became of a unit. The search ended because it was `finished`, `cancelled`, or out of `memory`."""

    proved: bool
    reason: str
    nodes: int
    seconds: float  # of processor time
    reply: int = -1  # if it was not proved: the one that looked best, as the table sees the board
    updates: bytes = b""  # what was proved, for the table of another process
    worker: str = ""  # who says so, if it is not a thread of this process


class Frontier(NamedTuple):
    """Where a proof stands: `proved`, `failed` (for this budget) or `waiting` for the units."""

    status: str
    units: list[ProofUnit]
    classes_proved: int
    classes: int


@dataclass(frozen=True)
class Recipe:
    """How a prover is made, here or in another process."""

    kind: str
    game: Game
    memory: int
    options: tuple[tuple[str, int], ...] = ()

    def as_data(self) -> list[Any]:
        return [self.kind, variants.as_data(self.game), self.memory, [[*option] for option in self.options]]

    @classmethod
    def from_data(cls, data: Sequence[Any]) -> Recipe:
        kind, game, memory, options = data
        return cls(kind, variants.from_data(game), memory, tuple((name, value) for name, value in options))

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
    # Who else has told the table something; and by key of a unit, who says that it is proved.
    sources: set[str] = field(default_factory=set)
    reports: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.prover = self.recipe.make()

    def frontier(self, budget: int, most: int, node_slice: int = NODE_SLICE) -> Frontier:
        status, units, proved, classes = self.prover.frontier(
            self.one, self.other, self.prover_first, budget=budget, node_slice=node_slice, most=most
        )
        next_units = [
            ProofUnit(key, one, other, nodes, tuple(line), tuple(within))
            for key, one, other, nodes, line, within in units
        ]
        return Frontier(status, next_units, proved, classes)

    def spend(self, unit: ProofUnit, nodes: int) -> bool:
        """Adds up what the parts of split units cost, and gives up those that have cost all they may; False if so."""
        goes_on = True
        for key, budget in unit.within:
            self.spent[key] = self.spent.get(key, 0) + nodes
            if self.spent[key] >= budget:
                self.fail(key, budget)
                goes_on = False
        return goes_on

    def merge(self, unit: ProofUnit, result: SearchResult) -> None:
        """Takes in what another process says, and notes that it said so: nothing of it is checked yet."""
        try:
            self.prover.merge(result.updates, pass_on=True)  # to the checkpoint
        except (ValueError, TypeError):
            raise EngineError(f"{result.worker} returned updates that make no sense") from None
        if result.worker:
            self.sources.add(result.worker)
            if result.proved:
                self.reports[unit.key] = result.worker

    def false_reports(self) -> set[str]:
        """Who said that a unit was proved which is no longer taken to be."""
        liars = {worker for key, worker in self.reports.items() if not self.prover.record(key)}
        self.reports.clear()
        return liars

    def fail(self, key: int, budget: int, reply: int = -1) -> None:
        self.failures[key] = max((budget, reply), self.failures.get(key, (0, -1)))
        self.prover.fail(key, budget, reply)


class _Cancelled(Exception):
    pass


def search(prover: _core.Prover, unit: ProofUnit, goes_on: Callable[[int], bool] = lambda nodes: True) -> SearchResult:
    """One node slice. `goes_on` is called many times a second with the number of nodes so far."""
    started, latest_nodes = time.thread_time(), 0

    def watch(nodes: int, *rest: object) -> None:
        nonlocal latest_nodes
        latest_nodes = nodes
        if not goes_on(nodes):
            raise _Cancelled

    try:
        proved, reason, nodes, reply = prover.search(unit.one, unit.other, budget=unit.budget, progress=watch)
    except _Cancelled:
        return SearchResult(False, "cancelled", latest_nodes, time.thread_time() - started)
    return SearchResult(proved, reason, nodes, time.thread_time() - started, reply)
