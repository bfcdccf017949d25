"""The grade of an agent: how often each verdict was given, the score, and the mistakes worth looking at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..games import Position, Value
from .candidates import Candidate
from .children import Reply
from .exact import Exact
from .part_grades import PartGrade
from .positions import symmetry_class
from .rubric import Rubric
from .verdicts import SEVERITY, Judged, Verdict, judge


@dataclass(frozen=True)
class Grade:
    """Everything that a report says about one agent.

    `expected` positions were to be asked; where `judged` are fewer, the run was interrupted. `baseline` has the scores
    of agents that know nothing, `similar` the names of agents that are equal but for names and layout.
    """

    candidate: Candidate
    game: str
    selection: str
    expected: int
    judged: tuple[Judged, ...]
    rubric: Rubric
    protections: Mapping[str, bool]
    seconds: float
    longest: float
    exact: Exact
    confinement: str = ""
    gaps: tuple[str, ...] = ()
    parts: tuple[PartGrade, ...] = ()
    baseline: Mapping[str, float] = field(default_factory=dict)
    similar: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.candidate.name

    @property
    def is_graded(self) -> bool:
        """Whether there is a grade at all; otherwise `candidate.problem` says why not."""
        return self.candidate.is_graded

    @property
    def is_complete(self) -> bool:
        return len(self.judged) == self.expected and all(part.asked == part.expected for part in self.parts)

    @cached_property
    def verdicts(self) -> dict[Verdict, int]:
        """A count for every verdict, also for those that were never given."""
        counts = Counter(one.verdict for one in self.judged)
        return {verdict: counts[verdict] for verdict in Verdict}

    @property
    def kept(self) -> int:
        """Answers that keep the result."""
        return sum(count for verdict, count in self.verdicts.items() if verdict.keeps_result)

    @cached_property
    def score(self) -> float:
        return self.rubric.score(self.verdicts, self.parts)

    @property
    def passed(self) -> bool:
        return self.is_graded and self.is_complete and self.score >= self.rubric.passing

    @property
    def is_optimal(self) -> bool:
        return self.is_complete and self.verdicts[Verdict.OPTIMAL] == len(self.judged) > 0

    @cached_property
    def mistakes(self) -> list[Judged]:
        """All mistakes, the worst and among them the simplest first, each kind once before any again."""
        again = set(map(id, self.kinds_of_mistakes))
        rest = (one for one in self.judged if one.verdict is not Verdict.OPTIMAL and id(one) not in again)
        return self.kinds_of_mistakes + sorted(rest, key=_order)

    @cached_property
    def costly(self) -> list[Judged]:
        """The mistakes that cost something: a slow win is none of them where only the result counts."""
        return [one for one in self.mistakes if self.rubric.weights[one.verdict] < 1]

    @cached_property
    def kinds_of_mistakes(self) -> list[Judged]:
        """One of each kind: of positions that are the same in another orientation, or of reasons for no answer."""
        wrong = sorted((one for one in self.judged if one.verdict is not Verdict.OPTIMAL), key=_order)
        kinds: dict[tuple[object, ...], Judged] = {}
        for one in wrong:
            key = (one.problem,) if one.verdict is Verdict.NO_ANSWER else symmetry_class(one.position)
            kinds.setdefault((one.verdict, *key), one)
        return list(kinds.values())


def _order(one: Judged) -> tuple[int, int, int]:
    """Severity; how soon the mistake is punished, or would have paid; how much there is on the board."""
    distance = one.value.distance if one.value is not None else 0
    marks = len(one.position.board) - one.position.board.count(0)
    return SEVERITY[one.verdict], distance, marks


def grade(
    candidate: Candidate,
    positions: Sequence[Position],
    replies: Iterable[Reply],
    *,
    game: str,
    selection: str,
    rubric: Rubric,
    exact: Exact,
    protections: Mapping[str, bool],
    confinement: str = "",
    gaps: tuple[str, ...] = (),
    parts: Iterable[PartGrade] = (),
) -> Grade:
    """Judges the replies, in the order of the positions; there may be fewer."""
    all_replies = list(replies)
    signature = candidate.interface.call if candidate.interface is not None and candidate.is_function else ""
    judged = tuple(judge(position, reply, exact, signature) for position, reply in zip(positions, all_replies))
    seconds = [reply.seconds for reply in all_replies]
    return Grade(
        candidate,
        game,
        selection,
        len(positions),
        judged,
        rubric,
        protections,
        sum(seconds),
        max(seconds, default=0.0),
        exact,
        confinement,
        gaps,
        tuple(parts),
    )


def best_of(one: Judged, exact: Exact) -> tuple[tuple[str, ...], Value | None]:
    """The best answers, as the agent should have written them, and what they are worth."""
    from ..games.notation import moves

    if one.position.outcome is not None:
        return ("-1",), None
    solution = exact.solution(one.position)
    return tuple(moves.write_move(move, one.position) for move in solution.best), solution.value


def reason(one: Judged, exact: Exact) -> str:
    """Why the answer is wrong: from what the position proves, or what was wrong with it as an answer."""
    if one.move is None:
        return one.problem
    from ..explain import reason as explained

    return explained(exact.solution(one.position), one.move).sentence
