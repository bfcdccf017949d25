"""A grading from beginning to end: the agents, the positions, the limits and the rubric."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from ..games import Game, Position, Ranking
from . import baseline, candidates as agents, part_grades, parts, similar
from .candidates import Candidate
from .driver import AgentProgress, Driver, GradingExecutor, GradingThreads
from .exact import Exact
from .grades import Grade, grade
from .journal import Journal
from .limits import Limits
from .parts import Part
from .positions import Selection
from .questions import shows_exchanged
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
    with_parts: bool = True

    def parts(self, candidate: Candidate) -> list[Part]:
        """The named functions of the agent that get marks of their own."""
        if not self.with_parts or not candidate.is_graded:
            return []
        return parts.of(candidate.how, self.game, (file.data for file in candidate.files), self.rubric.points)

    def asked(self, candidate: Candidate) -> Selection:
        """Those that are fair to ask: finished boards and either side, as the interface says."""
        if not candidate.is_graded:
            return Selection((), self.selection.words)
        interface, sides = candidate.how, self.game.sides
        early = interface.early_draws
        movers = {"first": sides[:1], "second": sides[1:]}.get(interface.plays, sides)

        def is_fair(position: Position) -> bool:
            if position.to_move not in movers:
                return False
            if position.outcome is not None:
                return interface.answers_finished
            return not (early and position.is_dead())

        drawn = self.selection.drawn(is_fair)
        return replace(drawn, positions=tuple(sorted(drawn.positions, key=partial(shows_exchanged, interface))))

    def ranking_for(self, candidate: Candidate) -> Ranking:
        if self.ranking is None and candidate.interface is not None:
            return candidate.interface.ranking
        return self.ranking or Ranking.QUICKEST

    def rubric_for(self, candidate: Candidate) -> Rubric:
        """With what counts as right: as was asked for, or as the interface says."""
        accept = self.accept or (candidate.interface.accept if candidate.interface is not None else "")
        return self.rubric.accepting(accept) if accept else self.rubric


@dataclass(frozen=True)
class Entry:
    """What an agent is asked, in words, and how far it and each of its parts are."""

    words: str
    agent: AgentProgress
    parts: list[tuple[Part, AgentProgress]]

    @property
    def all(self) -> list[AgentProgress]:
        return [self.agent, *(progress for _, progress in self.parts)]

    @property
    def is_complete(self) -> bool:
        return all(progress.is_complete for progress in self.all)

    @property
    def failure(self) -> str:
        """Why it could not be asked to the end, if that is the grader's failure."""
        return next((progress.failure for progress in self.all if progress.failure), "")


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
        self.task = task
        work: list[tuple[Candidate, Sequence[Position]]] = []
        asked: list[tuple[str, list[Part]]] = []
        for one in candidates:
            candidate, selection = self._checked(one, task)
            its_parts = task.parts(candidate)
            asked.append((selection.words, its_parts))
            work.append((candidate, selection.positions))
            for part in its_parts:  # the marks are never exchanged for a part
                both = candidate.how.with_changes(plays="both")
                work.append((replace(candidate, interface=both, part=part.name), part.positions()))
        executor = executor or GradingThreads(1, trust=trust)
        self.driver = Driver(work, task.limits, executor, trust=trust, journal=journal)
        progress = iter(self.driver.agents)
        self.entries = [Entry(words, next(progress), [(part, next(progress)) for part in its]) for words, its in asked]
        self._exact: dict[Ranking, Exact] = {}
        self._baselines: dict[object, dict[str, float]] = {}
        self._complete: dict[int, Grade] = {}  # by the identity of the entry

    @staticmethod
    def _checked(candidate: Candidate, task: Task) -> tuple[Candidate, Selection]:
        """What the agent is asked. It is not graded if its interface is about another game, or about no position."""
        reason = agents.check_game(candidate, task.game)
        if candidate.problem is None and candidate.interface is None:
            reason = "its interface is not known"
        candidate = replace(candidate, problem=candidate.problem or reason)
        selection = task.asked(candidate)
        if candidate.is_graded and not selection.positions:
            count = f"{len(task.selection):,} positions"
            reason = f"there is nothing to ask: the interface {candidate.how.name} has no answer to any of {count}"
            candidate = replace(candidate, problem=reason)
        return candidate, selection

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
        """The same for all agents that are asked the same."""
        ranking, positions = self.task.ranking_for(progress.candidate), progress.asked
        rubric = self.task.rubric_for(progress.candidate)
        key = ranking, positions, tuple(rubric.weights.items())
        if key not in self._baselines and positions:
            exact = self._exact.setdefault(ranking, Exact(ranking))
            self._baselines[key] = baseline.scores(positions, rubric, exact)
        return self._baselines.get(key, {})

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
        """The grade so far; when all is answered it is made once, and shown on the way and in the reports."""
        if not entry.is_complete:
            return self._graded(entry)
        if id(entry) not in self._complete:
            self._complete[id(entry)] = self._graded(entry)
        return self._complete[id(entry)]

    def _graded(self, entry: Entry) -> Grade:
        progress, candidate = entry.agent, entry.agent.candidate
        if entry.failure:  # what was answered is in the journal; a part of the questions is no grade
            candidate = replace(candidate, problem=entry.failure, try_again=True)
        ranking = self.task.ranking_for(progress.candidate)
        return grade(
            candidate,
            progress.positions,
            progress.replies(),
            game=self.task.game.name,
            selection=entry.words,
            rubric=self.task.rubric_for(progress.candidate),
            exact=self._exact.setdefault(ranking, Exact(ranking)),
            protections=progress.protections,
            confinement=", ".join(sorted(progress.confinements)),
            gaps=tuple(sorted(progress.gaps)),
            parts=[part_grades.grade(part, one.positions, one.replies()) for part, one in entry.parts]
            if candidate.is_graded
            else (),
        )
