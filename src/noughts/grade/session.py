"""A grading from beginning to end: the agents, the positions, the limits and the rubric."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from ..games import Game, Position, Ranking
from . import baseline, part_grades, parts, similar
from . import candidates as agents
from .candidates import Candidate
from .driver import AgentProgress, Driver, GradingExecutor, GradingThreads
from .exact import Exact
from .grades import Grade, grade
from .journal import Journal
from .limits import Limits
from .parts import Part
from .positions import Selection
from .rubric import Rubric


@dataclass(frozen=True)
class Task:
    """The task of every agent. Without a ranking, each agent has the ranking of its interface."""

    game: Game
    selection: Selection
    limits: Limits = field(default_factory=Limits)
    rubric: Rubric = field(default_factory=Rubric)
    ranking: Ranking | None = None
    with_parts: bool = True

    def parts(self, candidate: Candidate) -> list[Part]:
        """The named functions of the agent that get marks of their own."""
        if not self.with_parts or candidate.problem is not None:
            return []
        return parts.of(candidate.api, self.game, (file.data for file in candidate.files), self.rubric.points)

    def positions(self, candidate: Candidate) -> tuple[Position, ...]:
        """Without finished boards, if the interface has no answer for them."""
        if candidate.interface.answers_finished:
            return self.selection.positions
        return tuple(position for position in self.selection.positions if position.outcome is None)

    def ranking_for(self, candidate: Candidate) -> Ranking:
        return candidate.interface.ranking if self.ranking is None else self.ranking


@dataclass(frozen=True)
class Entry:
    """How far an agent is, and each of its parts."""

    agent: AgentProgress
    parts: list[tuple[Part, AgentProgress]]

    @property
    def all(self) -> list[AgentProgress]:
        return [self.agent, *(progress for _, progress in self.parts)]

    @property
    def is_complete(self) -> bool:
        return all(progress.is_complete for progress in self.all)


class Grading:
    """One run. `run` may be stopped from a signal handler; `grades` can be called at any time."""

    def __init__(
        self,
        candidates: Sequence[Candidate],
        task: Task,
        executor: GradingExecutor | None = None,
        *,
        trust: bool = False,
        journal: Journal | None = None,
    ) -> None:
        for candidate in candidates:
            agents.check_game(candidate, task.game)
        self.task = task
        work: list[tuple[Candidate, Sequence[Position]]] = []
        asked = [(candidate, task.parts(candidate)) for candidate in candidates]
        for candidate, its_parts in asked:
            work.append((candidate, task.positions(candidate)))
            work += ((replace(candidate, part=part.name), part.positions()) for part in its_parts)
        executor = executor or GradingThreads(1, trust=trust)
        self.driver = Driver(work, task.limits, executor, trust=trust, journal=journal)
        progress = iter(self.driver.agents)
        self.entries = [Entry(next(progress), [(part, next(progress)) for part in its]) for _, its in asked]
        self._exact: dict[Ranking, Exact] = {}
        self._baselines: dict[tuple[Ranking, tuple[Position, ...]], dict[str, float]] = {}

    def run(
        self,
        on_progress: Callable[[AgentProgress], object] = lambda agent: None,
        on_tick: Callable[[], object] = lambda: None,
    ) -> None:
        self.driver.run(on_progress, on_tick)

    def stop(self) -> None:
        self.driver.stop()

    def grades(self) -> list[Grade]:
        """The grades of all agents, with what takes the whole class to say."""
        return [
            replace(self.grade(entry), baseline=self._baseline(entry.agent), similar=self._similar.get(at, ()))
            for at, entry in enumerate(self.entries)
        ]

    def _baseline(self, progress: AgentProgress) -> dict[str, float]:
        ranking, positions = self.task.ranking_for(progress.candidate), tuple(progress.positions)
        if (ranking, positions) not in self._baselines:
            exact = self._exact.setdefault(ranking, Exact(ranking))
            self._baselines[ranking, positions] = baseline.scores(positions, self.task.rubric, exact)
        return self._baselines[ranking, positions]

    @cached_property
    def _similar(self) -> dict[int, tuple[str, ...]]:
        """For the places of agents that are similar to others, the names of those."""
        found = similar.groups([entry.agent.candidate for entry in self.entries])
        names = [entry.agent.candidate.name for entry in self.entries]
        return {at: tuple(names[other] for other in group if other != at) for group in found for at in group}

    def entry_of(self, progress: AgentProgress) -> Entry:
        """The agent that has come further, by itself or with one of its parts."""
        return next(entry for entry in self.entries if any(one is progress for one in entry.all))

    def grade(self, entry: Entry) -> Grade:
        progress = entry.agent
        ranking = self.task.ranking_for(progress.candidate)
        return grade(
            progress.candidate,
            progress.positions,
            progress.replies(),
            game=self.task.game.name,
            selection=self.task.selection.words,
            rubric=self.task.rubric,
            exact=self._exact.setdefault(ranking, Exact(ranking)),
            protections=progress.protections,
            parts=[part_grades.grade(part, one.positions, one.replies()) for part, one in entry.parts],
        )
