"""Hands out units and collects what comes of them. Who runs a unit is a parameter: threads here, or a cluster."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from ..games import Position
from . import sandbox, units
from .asking import EXPENSIVE
from .candidates import Candidate
from .children import Reply
from .journal import Journal
from .limits import Limits
from .units import Unit, UnitResult

# Gives the next unit to run, or None if there is none at the moment; there may be one again after the next result.
Take = Callable[[], Unit | None]


class Runner(Protocol):
    """Runs units somewhere, several at a time.

    `watch` hears how far it is, where there is more to tell than the results; `lost` says why it could not go on.
    """

    watch: Callable[[Any], object]
    lost: str

    def check(self, trust: bool) -> None:
        """Refuses to begin where there is no sandbox, unless the agents are trusted."""
        ...

    def run(self, take: Take) -> Iterator[tuple[Unit, UnitResult]]:
        """Takes units as there is room, and gives results as they come, in any order."""
        ...

    def stop(self) -> None:
        """Ends what is running, from any thread; `run` gives what there is of it."""
        ...


class Threads:
    """Runs units on this machine: a thread each, in which nothing happens but waiting for the agent's processes."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.watch: Callable[[Any], object] = lambda _: None
        self.lost = ""
        self._stop = threading.Event()

    def check(self, trust: bool) -> None:
        sandbox.check(trust)
        sandbox.sweep()

    def stop(self) -> None:
        self._stop.set()

    def run(self, take: Take) -> Iterator[tuple[Unit, UnitResult]]:
        todo: queue.Queue[Unit | None] = queue.Queue()
        done: queue.Queue[tuple[Unit, UnitResult] | BaseException] = queue.Queue()
        # The kernel kills an agent when the thread that started it ends, so these last until all is done.
        threads = [threading.Thread(target=self._work, args=(todo, done), daemon=True) for _ in range(self.jobs)]
        for thread in threads:
            thread.start()
        running = 0
        try:
            while True:
                while running < self.jobs and not self._stop.is_set() and (unit := take()) is not None:
                    todo.put(unit)
                    running += 1
                if not running:
                    return
                result = done.get()
                running -= 1
                if isinstance(result, BaseException):
                    raise result
                yield result
        finally:
            self._stop.set()
            for _ in threads:
                todo.put(None)
            for thread in threads:
                thread.join()

    def _work(self, todo: queue.Queue[Unit | None], done: queue.Queue[tuple[Unit, UnitResult] | BaseException]) -> None:
        while (unit := todo.get()) is not None:
            try:
                done.put((unit, units.run(unit, self._stop.is_set)))
            except BaseException as error:
                done.put(error)


@dataclass
class Progress:
    """How far an agent is: the replies to each of its parts, as far as they are known."""

    candidate: Candidate
    positions: Sequence[Position]
    parts: list[Unit]
    known: dict[str, list[Reply]] = field(default_factory=dict)
    protections: dict[str, bool] = field(default_factory=dict)
    answered: int = 0
    seconds: float = 0.0
    in_a_row: int = 0  # answers that ran into a limit, one after the other
    gave_up: str = ""

    @property
    def is_complete(self) -> bool:
        return self.answered == len(self.positions)

    def replies(self) -> Iterator[Reply]:
        """In the order of the positions, up to the first that is missing."""
        for part in self.parts:
            known = self.known.get(part.key, [])
            yield from known
            if len(known) < len(part.positions):
                return

    def add(self, result: UnitResult, give_up: int) -> bool:
        """Takes a result that goes on where the known replies end; whether it did."""
        known = self.known.setdefault(result.key, [])
        if len(known) != result.offset:
            return False
        known += result.replies
        self.answered += len(result.replies)
        for name, active in result.protections.items():  # active only if it was so all the time
            self.protections[name] = self.protections.get(name, True) and active
        for reply in result.replies:
            self.seconds += reply.seconds
            self.in_a_row = self.in_a_row + 1 if reply.status in EXPENSIVE else 0
            if self.in_a_row >= give_up:
                self.gave_up = f"not asked: {give_up} answers in a row ran into a limit ({reply.text})"
        return True


class Driver:
    """Asks several agents, each about its positions, and notes in a journal what is done."""

    def __init__(
        self,
        work: Iterable[tuple[Candidate, Sequence[Position]]],
        limits: Limits,
        runner: Runner,
        *,
        trust: bool = False,
        journal: Journal | None = None,
    ) -> None:
        runner.check(trust)
        self.runner, self.limits, self.journal = runner, limits, journal
        self.agents = [
            Progress(candidate, positions, list(units.slices(candidate, positions, limits, trust=trust)))
            for candidate, positions in work
        ]
        self._told: Callable[[Progress], object] = lambda _: None
        self._owners: dict[str, list[Progress]] = {}  # of a part: agents that are the same to the byte share it
        for agent in self.agents:
            for part in agent.parts:
                self._owners.setdefault(part.key, []).append(agent)
        self._todo = deque(dict.fromkeys(part.key for agent in self.agents for part in agent.parts))
        self._parts = {part.key: part for agent in self.agents for part in agent.parts}

    def run(self, told: Callable[[Progress], object] = lambda _: None) -> None:
        """Until every agent is done, or `stop` was called; `told` hears of every agent that is further."""
        self._told = told
        for result in self.journal.done if self.journal is not None else ():
            self._add(result)
        for unit, result in self.runner.run(self._take):
            if self.journal is not None:
                self.journal.add(result)
            self._add(result)
            if unit.offset + len(result.replies) < len(unit.positions):
                self._todo.appendleft(unit.key)

    def stop(self) -> None:
        self.runner.stop()

    @property
    def waiting(self) -> int:
        """Units that were not handed out yet."""
        return len(self._todo)

    def _add(self, result: UnitResult) -> None:
        for agent in self._owners.get(result.key, ()):
            if agent.add(result, self.limits.give_up):
                self._told(agent)

    def _take(self) -> Unit | None:
        """The next unit. What belongs to an agent that is not asked any more is settled at once."""
        while self._todo:
            key = self._todo.popleft()
            unit, agent = self._parts[key], self._owners[key][0]
            offset, left = len(agent.known.get(key, ())), self.limits.total - agent.seconds
            reason = agent.gave_up
            if left <= 0 and not reason:
                reason = f"not asked: the {self.limits.total:g} s for all answers were used up"
            missing = len(unit.positions) - offset
            if missing and not reason:
                return replace(unit, offset=offset, seconds=left)
            if missing:
                self._add(UnitResult(key, offset, (Reply("not-asked", reason),) * missing, {}))
        return None
