"""Units of a proof: positions after the first plies, each searched on its own, and the threads that search them.

The compiled core walks over the first plies and says which units are wanted next, from what its table knows to be
proved and what is known to have failed. Nothing else is kept, so a unit may be searched anywhere and in any order: it
is a few numbers, and what comes back is whether it was proved, and news for the table.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from . import _core

LOOK = 0.1  # seconds between two looks at the clock and the keyboard
BATCH = 8  # units asked for at a time, for each thread


class Unit(NamedTuple):
    """A position with the prover to move: the stones of the side the proof is about, and of the other."""

    key: int
    one: int
    other: int
    line: tuple[int, ...]


class Frontier(NamedTuple):
    """Where a proof stands: `proved`, `failed` (for this budget) or `waiting` for the units."""

    answer: str
    units: list[Unit]
    classes_proved: int
    classes: int


@dataclass(eq=False)
class Question:
    """A prover and what it is asked: whether `one` wins, or is held by `other`."""

    prover: _core.Prover
    one: int
    other: int
    prover_first: bool
    proved: bool = False
    failures: dict[int, int] = field(default_factory=dict)  # the largest budget that did not suffice, by key of a unit

    def frontier(self, budget: int, most: int) -> Frontier:
        answer, units, proved, classes = self.prover.frontier(
            self.one, self.other, self.prover_first, budget=budget, most=most
        )
        return Frontier(
            answer, [Unit(key, one, other, tuple(line)) for key, one, other, line in units], proved, classes
        )

    def fail(self, key: int, budget: int) -> None:
        self.failures[key] = max(budget, self.failures.get(key, 0))
        self.prover.fail(key, budget)


class _NoLongerWanted(Exception):
    pass


class _Run:
    """A unit while it is searched, by a thread of its own."""

    def __init__(self, unit: Unit) -> None:
        self.unit, self.nodes, self.stop = unit, 0, False

    def search(self, prover: _core.Prover, budget: int) -> tuple[bool, str]:
        try:
            proved, reason, self.nodes = prover.search(
                self.unit.one, self.unit.other, budget=budget, progress=self._watch
            )
            return proved, reason
        except _NoLongerWanted:
            return False, "unwanted"

    def _watch(self, nodes: int, *rest: object) -> None:
        self.nodes = nodes
        if self.stop:
            raise _NoLongerWanted


class Crew:
    """Threads that search the units of a proof, until it is found or a budget did not suffice."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.nodes = 0

    def prove(
        self, question: Question, budget: int, *, look: Callable[[Frontier, int], object], done: Callable[[], object]
    ) -> bool:
        """Whether it is proved. `look` is called some ten times a second, `done` after every unit; what they raise
        ends the work."""
        running: dict[Future[tuple[bool, str]], _Run] = {}
        with ThreadPoolExecutor(self.threads) as threads:
            try:
                while (now := question.frontier(budget, BATCH * self.threads)).answer == "waiting":
                    wanted = {unit.key for unit in now.units}
                    for run in running.values():
                        run.stop = run.unit.key not in wanted
                    busy = {run.unit.key for run in running.values()}
                    units = [unit for unit in reversed(now.units) if unit.key not in busy]
                    # Another walk over the first plies is worth its time when a unit failed, or none is left.
                    while True:
                        while units and len(running) < self.threads:
                            run = _Run(units.pop())
                            running[threads.submit(run.search, question.prover, budget)] = run
                        finished: set[Future[tuple[bool, str]]] = set()
                        while not finished:
                            finished = wait(running, LOOK, FIRST_COMPLETED).done
                            look(now, self.nodes + sum(run.nodes for run in running.values()))
                        proved = [self._settle(question, running.pop(it), *it.result(), budget) for it in finished]
                        done()
                        if not units or not all(proved):
                            break
            finally:
                for run in running.values():
                    run.stop = True
        return now.answer == "proved"

    def _settle(self, question: Question, run: _Run, proved: bool, reason: str, budget: int) -> bool:
        self.nodes += run.nodes
        if reason == "memory":
            raise MemoryError
        if reason == "finished" and not proved:
            question.fail(run.unit.key, budget)
        return proved
