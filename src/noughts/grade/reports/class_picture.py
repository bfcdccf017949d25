"""The class as a picture: how the scores are spread, and which mistakes are common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ...explain import svg
from ...explain.palette import SERIF
from ...language import _, ngettext
from .. import baseline
from ..grades import Grade
from ..part_grades import Fault, PartGrade
from ..verdicts import Verdict
from . import part_words
from .presentation import title

_HALF, _GAP, _MARGIN = 430, 60, 24
_TOP, _BARS, _ROW, _NAMES = 44, 150, 30, 200
_SCORES_HEIGHT = _TOP + _BARS + 72
_BINS = 10  # and one for exactly 100
_MOST_MISTAKES = 8


class ClassPicture:
    """Every agent of a class."""

    def __init__(self, grades: Sequence[Grade]) -> None:
        self.not_graded = sum(not grade.is_graded for grade in grades)
        self.grades = grades = [grade for grade in grades if grade.is_graded]
        self.bins = Counter(_BINS if grade.score == 100 else int(grade.score // (100 / _BINS)) for grade in grades)
        self.mistakes = common_mistakes(grades)

    def svg(self) -> str:
        """Both halves side by side, as a picture that stands alone."""
        moved = svg.group(*self._mistakes(), transform=f"translate({_HALF + _GAP} 0)")
        height = max(_SCORES_HEIGHT, self._mistakes_height)
        return self._document("".join(self._scores()) + moved, 2 * _HALF + _GAP, height, _MARGIN)

    def halves(self) -> tuple[str, str]:
        """The scores and the mistakes, for a page that places them itself."""
        return (
            self._document("".join(self._scores()), _HALF, _SCORES_HEIGHT),
            self._document("".join(self._mistakes()), _HALF, self._mistakes_height),
        )

    def _document(self, drawn: str, width: float, height: float, margin: float = 0) -> str:
        return svg.document(
            drawn,
            box=(-margin, -margin / 2, width + 2 * margin, height + margin),
            size=(width + 2 * margin, height + margin),
            title=self.heading,
            description=self.description,
            cls="class",
            background=margin > 0,
        )

    @property
    def _mistakes_height(self) -> float:
        return _TOP + 14 + _ROW * max(1, len(self.mistakes)) + 10

    @property
    def heading(self) -> str:
        return ngettext("{count} agent", "{count} agents", len(self.grades)).format(count=len(self.grades))

    @property
    def description(self) -> str:
        scores = ", ".join(f"{_bin_name(at)}: {self.bins[at]}" for at in range(_BINS + 1) if self.bins[at])
        mistakes = ", ".join(f"{name}: {count}" for name, count in self.mistakes)
        said = {"Not graded": str(self.not_graded), "Scores": scores, "Agents with a mistake": mistakes}
        return " ".join(f"{name}: {text or 'none'}." for name, text in said.items())

    def _scores(self) -> Iterator[str]:
        yield _heading(0, _("Scores"))
        pitch, floor = _HALF / (_BINS + 1), float(_TOP + 24 + _BARS)
        tallest = max(self.bins.values(), default=1)
        for at in range(_BINS + 1):
            x, height = at * pitch, _BARS * self.bins[at] / tallest
            if self.bins[at]:
                yield svg.rectangle("bar", x + 3, floor - height, pitch - 6, height, 2)
                yield svg.label("count", x + pitch / 2, floor - height - 6, 14, str(self.bins[at]), 600)
            yield _tick(at, x, pitch, floor + 18)
        yield svg.path("axis", f"M0 {svg.number(floor)}H{_HALF}", 1)
        if self.not_graded:
            text = ngettext("{count} not graded", "{count} not graded", self.not_graded).format(count=self.not_graded)
            yield svg.label("factor", _HALF, 24, 13, text, None, "end")
        known = self.grades[0].baseline.get(baseline.RANDOM) if self.grades else None
        if known is not None:
            x = known / 100 * _BINS * pitch
            yield svg.path("edge-best", f"M{svg.number(x)} {svg.number(floor)}v7", 1.6)
            text = _("random moves {score}").format(score=f"{known:.2f}")
            yield svg.label("factor", x, floor + 38, 12, text)

    def _mistakes(self) -> Iterator[str]:
        yield _heading(0, _("Agents with this mistake"))
        if not self.mistakes:
            yield svg.label("rung", 0, _TOP + 30, 14, _("None: every answer keeps the result."), None, "start")
        room = _HALF - _NAMES - 40
        for at, (name, count) in enumerate(self.mistakes):
            y = _TOP + 14 + at * _ROW
            length = max(2.0, room * count / len(self.grades))
            yield svg.label("rung", 0, y + 15, 14, name, None, "start")
            yield svg.rectangle("bar", _NAMES, y + 2, length, 18, 2)
            yield svg.label("count", _NAMES + 8 + length, y + 16, 14, f"{count}", 600, "start")


def common_mistakes(grades: Sequence[Grade]) -> list[tuple[str, int]]:
    """What is wrong with how many agents, the most frequent first."""
    counts: Counter[str] = Counter()
    for grade in grades:
        counts.update(
            title(verdict) for verdict in Verdict if verdict is not Verdict.OPTIMAL and grade.verdicts[verdict]
        )
        counts.update({_fault_name(part) for part in grade.parts if part.fault is not None})
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_MOST_MISTAKES]


def _fault_name(part: PartGrade) -> str:
    """`result: changes its board`."""
    said = {
        Fault.MISSING: _("missing"),
        Fault.CHANGES_ARGUMENT: _("changes its board"),
        Fault.ACCEPTS_TAKEN: _("accepts taken cells"),
        Fault.ACCEPTS_OUTSIDE: _("accepts outside"),
        Fault.CRASH: _("fails"),
    }.get(part.fault or Fault.WRONG, _("wrong"))
    return f"{part_words.heading(part)}: {said}"


def _tick(at: int, x: float, pitch: float, y: float) -> str:
    """Where a bin begins; exactly 100 has one of its own."""
    text = str(at * 100 // _BINS)
    if at in (0, _BINS):
        return svg.label("axis-t", x + (pitch / 2 if at else 0), y, 12, text, None, "middle" if at else "start")
    return svg.label("axis-t", x, y, 12, text)


def _bin_name(at: int) -> str:
    return "100" if at == _BINS else f"{at * 10}–{at * 10 + 10}"


def _heading(x: float, text: str) -> str:
    return svg.group(svg.label("rung", x, 26, 20, text, 600, "start"), font_family=SERIF)
