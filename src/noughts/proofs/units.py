"""Units of a proof: positions after the first plies, each searched on its own.

The compiled core walks over the first plies and returns the units to search next. It needs only its table of proved
positions and the list of failed units, so units can be searched anywhere and in any order. A unit is a few numbers; its
result says whether it was proved, and has updates for the table. A unit that needs more than a node slice is split at
its next plies: see core/frontier.hpp.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
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
    about: int
    against: int
    budget: int  # nodes
    line: tuple[int, ...]
    within: tuple[tuple[int, int], ...] = ()  # the split units that contain this one: key and total budget of each

    @classmethod
    def from_data(cls, data: Sequence[Any]) -> ProofUnit:
        """A unit from its fields, where tuples have become lists on the way."""
        key, about, against, budget, line, within = data
        return cls(key, about, against, budget, tuple(line), tuple((part, nodes) for part, nodes in within))


class SearchResult(NamedTuple):
    """The result of a unit. `reason` says why the search ended: `finished`, `cancelled` or `memory`."""

    proved: bool
    reason: str
    nodes: int
    seconds: float  # of processor time
    reply: int = -1  # if it was not proved: the one that looked best, as the table sees the board
    updates: bytes = b""  # what was proved, for the table of another process
    worker: str = ""  # the name of the worker, if it is not a thread of this process


class Frontier(NamedTuple):
    """The state of a proof: `proved`, `failed` (with this budget) or `waiting` for the units."""

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
    """A prover, with its question: does `about` win, or is it held by `against`?"""

    recipe: Recipe
    about: int
    against: int
    prover_first: bool
    proved: bool = False
    # By key of a unit: the largest budget that did not suffice, and the reply that looked best.
    failures: dict[int, tuple[int, int]] = field(default_factory=dict)
    spent: dict[int, int] = field(default_factory=dict)
    # Other processes whose updates are in the table; and by key of a unit, the worker that reported it proved.
    sources: set[str] = field(default_factory=set)
    reports: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.prover = self.recipe.make()

    def frontier(self, budget: int, most: int, node_slice: int = NODE_SLICE) -> Frontier:
        status, units, proved, classes = self.prover.frontier(
            self.about, self.against, self.prover_first, budget=budget, node_slice=node_slice, most=most
        )
        next_units = [
            ProofUnit(key, about, against, nodes, tuple(line), tuple(within))
            for key, about, against, nodes, line, within in units
        ]
        return Frontier(status, next_units, proved, classes)

    def spend(self, unit: ProofUnit, nodes: int) -> bool:
        """Adds `nodes` to the cost of the split units around this one; False if one of them has used up its budget."""
        goes_on = True
        for key, budget in unit.within:
            self.spent[key] = self.spent.get(key, 0) + nodes
            if self.spent[key] >= budget:
                self.fail(key, budget)
                goes_on = False
        return goes_on

    def merge(self, unit: ProofUnit, result: SearchResult) -> None:
        """Adds the updates of another process to the table, unchecked, and notes where they came from."""
        try:
            self.prover.merge(result.updates, pass_on=True)  # to the checkpoint
        except (ValueError, TypeError):
            raise EngineError(f"{result.worker} returned updates that are not valid") from None
        if result.worker:
            self.sources.add(result.worker)
            if result.proved:
                self.reports[unit.key] = result.worker

    def false_reports(self) -> set[str]:
        """The workers that reported a unit proved whose entry has been removed since."""
        liars = {worker for key, worker in self.reports.items() if not self.prover.record(key)}
        self.reports.clear()
        return liars

    @property
    def has_exhausted_units(self) -> bool:
        """Whether a search has tried all that its prover tries: a larger budget would not help it."""
        return any(budget == UNLIMITED for budget, _ in self.failures.values())

    @property
    def is_refuted(self) -> bool:
        """Whether the table says that this prover does not succeed, whatever the budget."""
        return self.frontier(UNLIMITED, most=1).status == "failed"

    def replace_prover(self, **options: int) -> None:
        """A prover with other options, which keeps what has been proved: it may succeed where this one failed."""
        updates = self.prover.all_updates()
        self.recipe = replace(self.recipe, options=tuple({**dict(self.recipe.options), **options}.items()))
        self.prover = self.recipe.make()
        self.prover.merge(updates)
        self.failures.clear()
        self.spent.clear()

    def fail(self, key: int, budget: int, reply: int = -1) -> None:
        self.failures[key] = max((budget, reply), self.failures.get(key, (0, -1)))
        self.prover.fail(key, budget, reply)


# A browser does not count the time of a thread; nobody else works in its place there.
_processor_time: Callable[[], float] = getattr(time, "thread_time", time.perf_counter)


class _Cancelled(Exception):
    pass


def search(prover: _core.Prover, unit: ProofUnit, goes_on: Callable[[int], bool] = lambda nodes: True) -> SearchResult:
    """One node slice. `goes_on` is called many times a second with the number of nodes so far."""
    started, latest_nodes = _processor_time(), 0

    def watch(nodes: int, *rest: object) -> None:
        nonlocal latest_nodes
        latest_nodes = nodes
        if not goes_on(nodes):
            raise _Cancelled

    try:
        proved, reason, nodes, reply = prover.search(unit.about, unit.against, budget=unit.budget, progress=watch)
    except _Cancelled:
        return SearchResult(False, "cancelled", latest_nodes, _processor_time() - started)
    return SearchResult(proved, reason, nodes, _processor_time() - started, reply)
