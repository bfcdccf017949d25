"""The driver of a grading: submits units to an executor, and collects their results."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ..executor import Executor, ThreadExecutor
from ..games import Position
from . import sandbox, units
from .candidates import Candidate
from .children import Reply
from .journal import Journal
from .limits import Limits
from .questions import EXPENSIVE
from .units import GradingResult, GradingUnit

TICK = 0.1  # seconds between two looks at whether to stop

GradingExecutor = Executor[GradingUnit, GradingResult]


class GradingThreads(ThreadExecutor[GradingUnit, GradingResult]):
    """Runs units on this machine. A thread does nothing but wait for the agent's processes."""

    def __init__(self, jobs: int, *, trust: bool = False) -> None:
        sandbox.check(trust)
        sandbox.sweep()
        _allow_many_descriptors()
        super().__init__(jobs, units.run)


def _allow_many_descriptors() -> None:
    """Up to what the system allows: each file of each running agent takes one for a moment."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@dataclass
class AgentProgress:
    """How far an agent is: the replies to each of its parts, as far as they are known."""

    candidate: Candidate
    positions: Sequence[Position]
    parts: list[GradingUnit]
    part_replies: dict[str, list[Reply]] = field(default_factory=dict)
    protections: dict[str, bool] = field(default_factory=dict)
    confinements: set[str] = field(default_factory=set)
    gaps: set[str] = field(default_factory=set)
    answered: int = 0
    seconds: float = 0.0
    in_a_row: int = 0  # answers that ran into a limit, one after the other
    gave_up: str = ""
    failure: str = ""  # why the rest could not be asked in this run, which is not the agent's fault

    @property
    def is_complete(self) -> bool:
        return self.answered == len(self.positions)

    @property
    def asked(self) -> tuple[Position, ...]:
        """The positions of `replies`."""
        return tuple(self.positions[: sum(1 for _ in self.replies())])

    def replies(self) -> Iterator[Reply]:
        """In the order of the positions, up to the first that is missing."""
        for part in self.parts:
            replies = self.part_replies.get(part.key, [])
            yield from replies
            if len(replies) < len(part.positions):
                return

    def add(self, result: GradingResult, give_up: int) -> bool:
        """Takes a result that goes on where the known replies end; whether it did."""
        replies = self.part_replies.setdefault(result.key, [])
        if len(replies) != result.offset:
            return False
        replies += result.replies
        self.answered += len(result.replies)
        self.confinements |= {result.confinement} - {""}
        self.gaps |= set(result.gaps)
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
        executor: GradingExecutor,
        *,
        trust: bool = False,
        journal: Journal | None = None,
    ) -> None:
        self.executor, self.limits, self.journal = executor, limits, journal
        self._is_stopped = False
        self.agents = [
            AgentProgress(candidate, positions, list(units.slices(candidate, positions, limits, trust=trust)))
            for candidate, positions in work
        ]
        self._on_progress: Callable[[AgentProgress], object] = lambda agent: None
        self._owners: dict[str, list[AgentProgress]] = {}  # of a part: agents that are the same to the byte share it
        for agent in self.agents:
            for part in agent.parts:
                self._owners.setdefault(part.key, []).append(agent)
        self._todo = deque(dict.fromkeys(part.key for agent in self.agents for part in agent.parts))
        self._failed: set[str] = set()  # names of agents for which no sandbox started; their parts have the same
        self._parts = {part.key: part for agent in self.agents for part in agent.parts}

    def run(
        self,
        on_progress: Callable[[AgentProgress], object] = lambda agent: None,
        on_tick: Callable[[], object] = lambda: None,
    ) -> None:
        """Until every agent is complete, or `stop` was called.

        `on_progress` is called with every agent that has new replies, `on_tick` some ten times a second.
        """
        self._on_progress = on_progress
        for result in self.journal.done if self.journal is not None else ():
            self._add(result)
        executor = self.executor
        try:
            while True:
                while len(executor.open) < executor.capacity and (unit := self._next_unit()) is not None:
                    executor.submit(unit)
                if self._is_stopped:
                    for unit in executor.open:
                        executor.cancel(unit)
                if not executor.open:
                    return
                for unit, result in executor.results(TICK):
                    self._settle(unit, result)
                on_tick()
        finally:
            executor.cancel_all()

    def stop(self) -> None:
        """Ends what is running, soon; may be called from a signal handler."""
        self._is_stopped = True

    @property
    def waiting(self) -> int:
        """Units that were not handed out yet."""
        return len(self._todo)

    def _add(self, result: GradingResult) -> None:
        for agent in self._owners.get(result.key, ()):
            if agent.add(result, self.limits.give_up):
                self._on_progress(agent)

    def _settle(self, unit: GradingUnit, result: GradingResult) -> None:
        if self.journal is not None and result.replies:
            self.journal.add(result)
        self._add(result)
        if result.failure:
            for agent in self._owners[unit.key]:
                agent.failure = result.failure
                self._failed.add(agent.candidate.name)
        elif unit.offset + len(result.replies) < len(unit.positions):
            self._todo.appendleft(unit.key)

    def _next_unit(self) -> GradingUnit | None:
        """None when there is none at the moment, or the driver is stopped; a result may bring another one.

        Units of an agent that is asked no more are settled at once; those of one that could not be asked are left.
        """
        while self._todo and not self._is_stopped:
            key = self._todo.popleft()
            unit, agent = self._parts[key], self._owners[key][0]
            if all(owner.candidate.name in self._failed for owner in self._owners[key]):
                continue
            offset, left = len(agent.part_replies.get(key, ())), self.limits.total - agent.seconds
            reason = agent.gave_up
            if left <= 0 and not reason:
                reason = f"not asked: the {self.limits.total:g} s for all answers were used up"
            missing = len(unit.positions) - offset
            if missing and not reason:
                return replace(unit, offset=offset, seconds=left)
            if missing:
                self._add(GradingResult(key, offset, (Reply("not-asked", reason),) * missing, {}))
        return None
