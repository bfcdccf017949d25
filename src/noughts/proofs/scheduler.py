"""The scheduler of a proof, which decides which unit is searched next."""

from __future__ import annotations

import time
from collections.abc import Callable

from ..errors import EngineError
from .executors import ProofExecutor
from .units import NODE_SLICE, UNLIMITED, Frontier, ProofUnit, Question, SearchResult

TICK = 0.1  # seconds between two looks at the clock and the keyboard
BATCH = 8  # units asked for at a time, for each worker
PATIENCE = 2.0  # seconds for cancelled searches to stop
LONGER_ATTACKS = 16  # the node slice of an attack, in slices of a hold

OnResult = Callable[[ProofUnit, SearchResult], object]


def node_slice_for(workers: int, kind: str) -> int:
    """Nodes after which a search is interrupted and its unit split.

    Splitting costs time, and pays when workers would wait otherwise: 8,8,5 took 510 s of processor time with slices of
    8,000 nodes, and 310 s with 20,000. An attack that fails is repeated after every move that it is split at: 9,4,4
    takes 33 s with long slices, and was not proved in 100 s with those of a hold.
    """
    hold = min(max(20 * NODE_SLICE // max(workers, 1), NODE_SLICE), 5 * NODE_SLICE)
    return LONGER_ATTACKS * hold if kind == "win" else hold


class Scheduler:
    """Hands the units of a proof to an executor, until the proof is complete or a budget did not suffice."""

    def __init__(
        self, executor: ProofExecutor, on_result: OnResult = lambda unit, result: None, *, node_slice: int | None = None
    ) -> None:
        self.executor, self.on_result = executor, on_result
        self.node_slice = node_slice
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
        executor, node_slice = self.executor, self.node_slice
        if node_slice is None:
            node_slice = node_slice_for(executor.workers, question.recipe.kind)
        executor.begin(question)
        try:
            while (frontier := question.frontier(budget, self._batch, node_slice)).status == "waiting":
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
        """True if the unit is proved and no unit that contains it ran out of budget."""
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
