"""The scheduler of a proof, which decides which unit is searched next, and the executor that uses threads."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from ..errors import EngineError
from ..executor import Executor, ThreadExecutor
from .units import NODE_SLICE, UNLIMITED, Frontier, ProofUnit, Question, SearchResult, search

TICK = 0.1  # seconds between two looks at the clock and the keyboard
BATCH = 8  # units asked for at a time, for each worker
PATIENCE = 2.0  # seconds for cancelled searches to stop

OnResult = Callable[[ProofUnit, SearchResult], object]


def node_slice_for(workers: int) -> int:
    """Nodes after which a search is interrupted and its unit split. Splitting costs time, and pays when workers would
    wait otherwise: 8,8,5 took 510 s of processor time with slices of 8,000 nodes, and 310 s with 20,000."""
    return min(max(20 * NODE_SLICE // max(workers, 1), NODE_SLICE), 5 * NODE_SLICE)


class ProofExecutor(Executor[ProofUnit, SearchResult], Protocol):
    """Searches the units of one question at a time."""

    @property
    def nodes(self) -> int:
        """Nodes of the open units, as far as they are known."""
        ...

    def begin(self, question: Question) -> None:
        """From now on, units are of this question. No unit is open."""
        ...


class ProofThreads(ThreadExecutor[ProofUnit, SearchResult]):
    """Threads of this process, which share the prover's table."""

    def __init__(self, count: int) -> None:
        super().__init__(count, self._search)
        self._nodes: dict[int, int] = {}  # by key of a unit

    @property
    def nodes(self) -> int:
        return sum(self._nodes.get(unit.key, 0) for unit in self.open)

    def begin(self, question: Question) -> None:
        self._prover = question.prover
        self._nodes.clear()

    def _search(self, unit: ProofUnit, is_cancelled: Callable[[], bool]) -> SearchResult:
        def goes_on(nodes: int) -> bool:
            self._nodes[unit.key] = nodes
            return not is_cancelled()

        return search(self._prover, unit, goes_on)


class Scheduler:
    """Hands the units of a proof to an executor, until the proof is complete or a budget did not suffice."""

    def __init__(
        self, executor: ProofExecutor, on_result: OnResult = lambda unit, result: None, *, node_slice: int | None = None
    ) -> None:
        self.executor, self.on_result = executor, on_result
        self.node_slice = node_slice_for(executor.workers) if node_slice is None else node_slice
        self.nodes = 0

    def prove(
        self,
        question: Question,
        budget: int,
        *,
        on_tick: Callable[[Frontier, int], object] = lambda frontier, nodes: None,
        on_unit_done: Callable[[], object] = lambda: None,
    ) -> bool:
        """Whether it is proved. `on_tick` is called some ten times a second, `on_unit_done` after every unit; an
        exception from either ends the work."""
        executor = self.executor
        executor.begin(question)
        try:
            while (frontier := question.frontier(budget, self._batch, self.node_slice)).status == "waiting":
                needed = {unit.key for unit in frontier.units}
                for unit in executor.open:
                    if unit.key not in needed:
                        executor.cancel(unit)
                running = {unit.key for unit in executor.open}
                queue = [unit for unit in reversed(frontier.units) if unit.key not in running]
                # Another walk over the first plies is worth its time when something failed, or no unit is left.
                walk_again = False
                while not walk_again:
                    while queue and len(executor.open) < executor.capacity:
                        executor.submit(queue.pop())
                    results: list[tuple[ProofUnit, SearchResult]] = []
                    while not results and executor.open:
                        results = executor.results(TICK)
                        on_tick(frontier, self.nodes + executor.nodes)
                    for unit, result in results:
                        walk_again |= not self._settle(question, unit, result)
                    on_unit_done()
                    if any(result.reason == "memory" for _, result in results):
                        raise MemoryError
                    walk_again |= not queue
            if frontier.status == "proved":
                self._drain(question)
        finally:
            self.nodes += executor.nodes
            executor.cancel_all()
        return frontier.status == "proved"

    @property
    def _batch(self) -> int:
        """How many units to ask for at a time."""
        return max(BATCH * self.executor.workers, 2 * self.executor.capacity)

    def _drain(self, question: Question) -> None:
        """The other units are not needed, but may bring updates that the proof needs: searches help each other."""
        deadline = time.monotonic() + PATIENCE
        for unit in self.executor.open:
            self.executor.cancel(unit)
        while self.executor.open and time.monotonic() < deadline:
            for unit, result in self.executor.results(TICK):
                self._settle(question, unit, result)

    def _settle(self, question: Question, unit: ProofUnit, result: SearchResult) -> bool:
        """Whether nothing failed: neither the unit nor one that it is part of."""
        self.nodes += result.nodes
        self.on_result(unit, result)
        if result.updates:
            question.merge(unit, result)
        if result.proved and not question.prover.record(unit.key):
            raise EngineError(f"{result.worker or 'a thread'} says that a unit is proved, and not how")
        if result.reason == "finished" and not result.proved:
            is_exhausted = result.nodes < unit.budget  # every move that the prover would try has been tried
            question.fail(unit.key, UNLIMITED if is_exhausted else unit.budget, result.reply)
        return question.spend(unit, result.nodes) and result.proved
