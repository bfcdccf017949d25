"""A grading from beginning to end: the agents, the positions, the limits and the rubric."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from ..games import Game, Position, Ranking
from . import candidates as agents
from .candidates import Candidate
from .driver import AgentProgress, Driver, GradingExecutor, GradingThreads
from .exact import Exact
from .grades import Grade, grade
from .journal import Journal
from .limits import Limits
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
    accept: str | None = None

    def positions(self, candidate: Candidate) -> tuple[Position, ...]:
        """Those that are fair to ask: finished boards and either side, as the interface says."""
        if not candidate.is_graded:
            return ()
        interface, sides = candidate.how, self.game.sides
        asked = {"first": sides[:1], "second": sides[1:]}.get(interface.plays, sides)
        return tuple(
            position
            for position in self.selection.positions
            if position.to_move in asked and (interface.answers_finished or position.outcome is None)
        )

    def ranking_for(self, candidate: Candidate) -> Ranking:
        if self.ranking is None and candidate.interface is not None:
            return candidate.interface.ranking
        return self.ranking or Ranking.QUICKEST

    def rubric_for(self, candidate: Candidate) -> Rubric:
        """With what counts as right: as was asked for, or as the interface says."""
        accept = self.accept or (candidate.interface.accept if candidate.interface is not None else "")
        return self.rubric.accepting(accept) if accept else self.rubric


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
        candidates = [self._checked(candidate, task) for candidate in candidates]
        self.task = task
        work = [(candidate, task.positions(candidate)) for candidate in candidates]
        executor = executor or GradingThreads(1, trust=trust)
        self.driver = Driver(work, task.limits, executor, trust=trust, journal=journal)
        self._exact: dict[Ranking, Exact] = {}

    @staticmethod
    def _checked(candidate: Candidate, task: Task) -> Candidate:
        """Not graded, if its interface is about another game."""
        reason = agents.check_game(candidate, task.game)
        if candidate.problem is None and candidate.interface is None:
            reason = "its interface is not known"
        return replace(candidate, problem=candidate.problem or reason)

    def run(
        self,
        on_progress: Callable[[AgentProgress], object] = lambda agent: None,
        on_tick: Callable[[], object] = lambda: None,
    ) -> None:
        self.driver.run(on_progress, on_tick)

    def stop(self) -> None:
        self.driver.stop()

    def grades(self) -> list[Grade]:
        return [self.grade(progress) for progress in self.driver.agents]

    def grade(self, progress: AgentProgress) -> Grade:
        ranking = self.task.ranking_for(progress.candidate)
        return grade(
            progress.candidate,
            progress.positions,
            progress.replies(),
            game=self.task.game.name,
            selection=self.task.selection.words,
            rubric=self.task.rubric_for(progress.candidate),
            exact=self._exact.setdefault(ranking, Exact(ranking)),
            protections=progress.protections,
            confinement=", ".join(sorted(progress.confinements)),
            gaps=tuple(sorted(progress.gaps)),
        )
