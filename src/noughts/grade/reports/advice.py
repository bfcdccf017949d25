"""What to tell a student: a headline, a sentence or two, and what to do next."""

from __future__ import annotations

from typing import NamedTuple

from ...explain import words
from ...games import Result
from ...language import _, ngettext
from ..grades import Grade
from ..part_grades import Fault, PartGrade
from ..verdicts import Judged, Verdict
from . import part_words

_NEARLY = 0.9


class Step(NamedTuple):
    """Something to do next, and why."""

    title: str
    text: str


def headline(grade: Grade) -> str:
    if not grade.is_graded:
        return _("Not graded yet")
    wrong = sum(not part.is_right for part in grade.parts)
    if not wrong:
        return _headline_of_answers(grade)
    text = ngettext("One part to fix", "{number} parts to fix", wrong)
    mend = words.capital(text.format(number=words.number(wrong)))
    if _is_right(grade):
        return _("{mend}, the rest is right").format(mend=mend)
    if grade.kept >= _NEARLY * len(grade.judged):
        return _("{mend}, then nearly perfect").format(mend=mend)
    return _("{mend}, then the search").format(mend=mend)


def _headline_of_answers(grade: Grade) -> str:
    if grade.is_optimal:
        return _("Perfect play")
    if _is_right(grade):
        return _("Keeps every result")
    if grade.verdicts[Verdict.NO_ANSWER] == len(grade.judged):
        return _("No answer yet")
    return _("Nearly perfect") if grade.kept >= _NEARLY * len(grade.judged) else _("Not perfect yet")


def lead(grade: Grade) -> str:
    """How many parts are right, which are not, and how often the answers are."""
    if not grade.is_graded:
        return _("The grader could not ask this agent: {reason}.").format(reason=grade.candidate.problem)
    right = [part for part in grade.parts if part.is_right]
    wrong = list(dict.fromkeys(part_words.heading(part) for part in grade.parts if not part.is_right))
    said = []
    if grade.parts and not wrong:
        said.append(_("Every part is right."))
    elif right:
        text = ngettext("One part is right.", "{number} parts are right.", len(right))
        said.append(words.capital(text.format(number=words.number(len(right)))))
    if wrong:
        text = ngettext("{names} is not right yet.", "{names} are not right yet.", len(wrong))
        said.append(text.format(names=words.listed(wrong)))
    text = _("{name} keeps the result in {kept} of {count} positions.")
    name = grade.candidate.function or _("The agent")
    said.append(text.format(name=name, kept=f"{grade.kept:,}", count=f"{len(grade.judged):,}"))
    return " ".join(said)


def steps(grade: Grade) -> list[Step]:
    """What to do next, the most useful first."""
    made = [step for part in grade.parts if (step := _mend(grade, part)) is not None]
    counts = grade.verdicts
    wrong = [one for one in grade.judged if not one.verdict.keeps_result]
    if silent := counts[Verdict.NO_ANSWER]:
        text = ngettext("{count} question had no answer.", "{count} questions had no answer.", silent)
        made.append(Step(_("Answer every question"), text.format(count=f"{silent:,}")))
    if illegal := counts[Verdict.ILLEGAL]:
        text = ngettext("{count} answer was not a legal move.", "{count} answers were not legal moves.", illegal)
        choose = _("Choose only columns with room") if _drops(grade) else _("Choose only free cells")
        made.append(Step(choose, text.format(count=f"{illegal:,}")))
    if any(_missed_win(grade, one) for one in wrong):
        made.append(Step(_("Take a win when there is one"), _("Look for a line you can finish before anything else.")))
    if any(_leaves_win(one) for one in wrong):
        text = _("Look at each answer of the opponent before you move.")
        made.append(Step(_("See what the opponent can finish"), text))
    if (deepest := _deepest(wrong)) > 2:
        text = _("One of the mistakes is a loss {plies} away.").format(plies=words.plies(deepest))
        further = _("Look further ahead") if _drops(grade) else _("Search to the end of the game")
        made.append(Step(further, text))
    if counts[Verdict.FINISHED]:
        made.append(Step(_("Stop when the game is over"), _("There is no move on a finished board.")))
    if counts[Verdict.SLOW_WIN]:
        made.append(Step(_("Prefer the quicker win"), _("Of two wins take the one with fewer plies.")))
    if counts[Verdict.FAST_LOSS]:
        made.append(Step(_("Lose as late as possible"), _("Of two losses take the one with more plies.")))
    return made


def _mend(grade: Grade, part: PartGrade) -> Step | None:
    if part.is_right or part.fault is None:
        return None
    name = part_words.heading(part)
    heading = {
        Fault.CHANGES_ARGUMENT: _("Copy the board in {name}"),
        Fault.ACCEPTS_TAKEN: _("Refuse illegal moves in {name}"),
        Fault.ACCEPTS_OUTSIDE: _("Refuse illegal moves in {name}"),
        Fault.MISSING: _("Write {name}"),
    }.get(part.fault, _("Fix {name}"))
    points = grade.rubric.points.get(part.name, 0)
    if points:
        missing = float((1 - part.share) * int(points * 100)) / 100
        text = _("Worth up to {points} points.").format(points=f"{missing:.1f}".rstrip("0").rstrip("."))
    else:
        text = _("One line of Python is enough.") if part_words.remedy(part) else _("See its line above.")
    return Step(heading.format(name=name), text)


def _drops(grade: Grade) -> bool:
    return any(one.position.game.drop for one in grade.judged[:1])


def _is_right(grade: Grade) -> bool:
    return grade.is_complete and grade.kept == len(grade.judged) > 0


def _missed_win(grade: Grade, one: Judged) -> bool:
    if one.move is None or one.verdict not in (Verdict.WIN_TO_DRAW, Verdict.WIN_TO_LOSS):
        return False
    return grade.exact.value(one.position).distance == 1


def _leaves_win(one: Judged) -> bool:
    return one.value is not None and one.value.result is Result.LOSS and one.value.distance == 2


def _deepest(wrong: list[Judged]) -> int:
    losses = (one.value.distance for one in wrong if one.value is not None and one.value.result is Result.LOSS)
    return max(losses, default=0)
