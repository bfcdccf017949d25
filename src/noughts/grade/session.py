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

    def positions(self, candidate: Candidate) -> tuple[Position, ...]:
        """Without finished boards, if the interface has no answer for them."""
        if candidate.interface.answers_finished:
            return self.selection.positions
        return tuple(position for position in self.selection.positions if position.outcome is None)

    def ranking_for(self, candidate: Candidate) -> Ranking:
        return candidate.interface.ranking if self.ranking is None else self.ranking


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
        candidates = _suitable(candidates, task.game)
        self.task = task
        work = [(candidate, task.positions(candidate)) for candidate in candidates]
        executor = executor or GradingThreads(1, trust=trust)
        self.driver = Driver(work, task.limits, executor, trust=trust, journal=journal)
        self._exact: dict[Ranking, Exact] = {}

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
            rubric=self.task.rubric,
            exact=self._exact.setdefault(ranking, Exact(ranking)),
            protections=progress.protections,
            confinement=", ".join(sorted(progress.confinements)),
            gaps=tuple(sorted(progress.gaps)),
        )


def _suitable(candidates: Sequence[Candidate], game: Game) -> list[Candidate]:
    """The candidates, with a problem where the interface does not fit the game; `GameError` if it fits nowhere."""
    reasons = {candidate: candidate.interface.why_unsuitable(game) for candidate in candidates if not candidate.problem}
    if reasons and all(reasons.values()):
        agents.check_game(next(iter(reasons)), game)
    return [
        replace(candidate, problem=reason) if (reason := reasons.get(candidate)) else candidate
        for candidate in candidates
    ]
