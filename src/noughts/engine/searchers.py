"""Those who search the units of a proof, and the foreman who keeps them busy."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Protocol

from .units import SITTING, UNLIMITED, Frontier, Question, Unit, UnitResult, search

LOOK = 0.1  # seconds between two looks at the clock and the keyboard
BATCH = 8  # units asked for at a time, for each that is searched at a time
PATIENCE = 2.0  # seconds for searches to stop that are no longer wanted

Told = Callable[[Unit, UnitResult], object]


def sitting_for(hands: int) -> int:
    """Nodes for one sitting. Splitting costs something, and is worth the more the more there are who would wait: on
    8,8,5 all sittings together took 510 s of processor time with 8,000 nodes each, and 310 s with 20,000."""
    return min(max(20 * SITTING // max(hands, 1), SITTING), 5 * SITTING)


class Searchers(Protocol):
    """Search units somewhere, several at a time."""

    @property
    def hands(self) -> int:
        """How many units are searched at a time."""
        ...

    @property
    def room(self) -> int:
        """How many units are welcome at a time, those that wait to be searched included."""
        ...

    @property
    def nodes(self) -> int:
        """Of the units that are being searched, as far as it is known."""
        ...

    def start(self, question: Question, unit: Unit) -> None: ...

    def drop(self, unit: Unit) -> None:
        """It is no longer wanted. Its result still comes, sooner than it would have."""
        ...

    def finished(self, seconds: float) -> list[tuple[Unit, UnitResult]]:
        """Waits so long at most for results."""
        ...

    def drop_all(self) -> None:
        """Nothing of what is left is wanted, and none of it comes back."""
        ...


class _Run:
    """A unit while it is searched, by a thread of its own."""

    def __init__(self, unit: Unit) -> None:
        self.unit, self.nodes, self.stop = unit, 0, False

    def search(self, question: Question) -> UnitResult:
        return search(question.prover, self.unit, self._is_wanted)

    def _is_wanted(self, nodes: int) -> bool:
        self.nodes = nodes
        return not self.stop


class Threads:
    """Threads of this process, which share the prover's table."""

    def __init__(self, count: int) -> None:
        self.hands = self.room = count
        self._threads = ThreadPoolExecutor(count)
        self._runs: dict[Future[UnitResult], _Run] = {}

    @property
    def nodes(self) -> int:
        return sum(run.nodes for run in self._runs.values())

    def start(self, question: Question, unit: Unit) -> None:
        run = _Run(unit)
        self._runs[self._threads.submit(run.search, question)] = run

    def drop(self, unit: Unit) -> None:
        for run in self._runs.values():
            run.stop |= run.unit.key == unit.key

    def finished(self, seconds: float) -> list[tuple[Unit, UnitResult]]:
        done = wait(self._runs, seconds, FIRST_COMPLETED).done
        return [(self._runs.pop(future).unit, future.result()) for future in done]

    def drop_all(self) -> None:
        for run in self._runs.values():
            run.stop = True
        wait(self._runs)
        self._runs.clear()

    def close(self) -> None:
        self.drop_all()
        self._threads.shutdown()


class Foreman:
    """Keeps searchers busy with the units of a proof, until it is found or a budget did not suffice."""

    def __init__(
        self, searchers: Searchers, told: Told = lambda unit, result: None, *, sitting: int | None = None
    ) -> None:
        self.searchers, self.told = searchers, told
        self.sitting = sitting_for(searchers.hands) if sitting is None else sitting
        self.nodes = 0

    def prove(
        self, question: Question, budget: int, *, look: Callable[[Frontier, int], object], done: Callable[[], object]
    ) -> bool:
        """Whether it is proved. `look` is called some ten times a second, `done` after every unit; what they raise
        ends the work."""
        who, running = self.searchers, dict[int, Unit]()
        try:
            while (now := question.frontier(budget, self._batch, self.sitting)).answer == "waiting":
                wanted = {unit.key for unit in now.units}
                for key, unit in running.items():
                    if key not in wanted:
                        who.drop(unit)
                units = [unit for unit in reversed(now.units) if unit.key not in running]
                # Another walk over the first plies is worth its time when something failed, or no unit is left.
                walk_again = False
                while not walk_again:
                    while units and len(running) < who.room:
                        unit = units.pop()
                        running[unit.key] = unit
                        who.start(question, unit)
                    finished: list[tuple[Unit, UnitResult]] = []
                    while not finished:
                        finished = who.finished(LOOK)
                        look(now, self.nodes + who.nodes)
                    for unit, result in finished:
                        walk_again |= not self._take(question, running.pop(unit.key), result)
                    done()
                    if any(result.reason == "memory" for _, result in finished):
                        raise MemoryError
                    walk_again |= not units
            if now.answer == "proved":
                self._hear(question, running)
        finally:
            self.nodes += who.nodes
            who.drop_all()
        return now.answer == "proved"

    @property
    def _batch(self) -> int:
        """How many units to ask for."""
        return max(BATCH * self.searchers.hands, 2 * self.searchers.room)

    def _hear(self, question: Question, running: dict[int, Unit]) -> None:
        """The rest is not wanted, but may come with news of what the proof needs: searches help each other."""
        deadline = time.monotonic() + PATIENCE
        for unit in running.values():
            self.searchers.drop(unit)
        while running and time.monotonic() < deadline:
            for unit, result in self.searchers.finished(LOOK):
                self._take(question, running.pop(unit.key), result)

    def _take(self, question: Question, unit: Unit, result: UnitResult) -> bool:
        """Whether nothing failed: neither the unit nor one that it is part of."""
        self.nodes += result.nodes
        self.told(unit, result)
        if result.news:
            question.prover.take_in(result.news, pass_on=True)  # to the checkpoint
        if result.reason == "finished" and not result.proved:
            was_all = result.nodes < unit.budget  # all that is tried there has been tried
            question.fail(unit.key, UNLIMITED if was_all else unit.budget, result.reply)
        return question.spend(unit, result.nodes) and result.proved
