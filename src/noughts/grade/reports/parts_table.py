"""The named functions of an agent as a table: which are right, what is wrong with the others, and their points."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from html import escape

from ...language import _
from ..grades import Grade
from ..rubric import MINIMAX
from . import part_words
from .page import icon

_RIGHT = '<path d="m4.5 10.5 3.5 3.5 7.5-8"/>'
_WRONG = '<path d="M5 5l10 10M15 5 5 15"/>'
_NEARLY = '<path d="M4 11c2-4 4-4 6-1.5S14 12.5 16 9"/>'


@dataclass(frozen=True)
class Row:
    """One line: the function, how it is, a sentence, a line of Python that helps, and the points."""

    name: str
    state: str
    sentence: str
    share: Fraction
    points: str
    remedy: str = ""


def write(grade: Grade) -> str:
    """The table; nothing for an agent without named functions."""
    if not grade.parts:
        return ""
    return f'<table class="pt">{"".join(map(_row, rows(grade)))}</table>'


def rows(grade: Grade) -> list[Row]:
    """The functions, and last the answers themselves."""
    made = []
    for part in grade.parts:
        most = grade.rubric.points.get(part.name)
        points = _points(part.share, most) if most is not None else _count(int(part.right), part.expected)
        sentence, remedy = part_words.sentence(part), part_words.remedy(part)
        made.append(Row(part_words.heading(part), part_words.state(part), sentence, part.share, points, remedy))
    return [*made, _answers(grade)]


def _answers(grade: Grade) -> Row:
    share, most = grade.rubric.share(grade.verdicts), grade.rubric.points.get(MINIMAX)
    kept, count = grade.kept, len(grade.judged)
    points = _points(share, most) if most is not None else _count(kept, count)
    if grade.is_optimal:
        state, text = _("right"), _("Plays perfectly in all {count} positions.")
    else:
        state = _("right") if share == 1 else _("nearly") if share >= Fraction(9, 10) else _("not yet")
        text = _("Keeps the result in {kept} of {count} positions.")
    sentence = text.format(kept=f"{kept:,}", count=f"{count:,}")
    return Row(grade.candidate.function or MINIMAX, state, sentence, share, points)


def _points(share: Fraction, most: float) -> str:
    got = int(share * Fraction(str(most)) * 10) / 10
    return f"<b>{got:g}</b> / {most:g}"


def _count(right: int, count: int) -> str:
    return f"<b>{right:,}</b> / {count:,}"


def _row(row: Row) -> str:
    kind, drawn = ("ok", _RIGHT) if row.share == 1 else ("part", _NEARLY) if row.share >= 0.9 else ("no", _WRONG)
    code = f'<code class="code">{escape(row.remedy)}</code>' if row.remedy else ""
    return (
        f'<tr class="{kind}"><td class="i">{icon(drawn)}</td><td class="f"><code>{escape(row.name)}</code></td>'
        f'<td class="w">{escape(row.state)}</td><td class="s">{escape(row.sentence)}{code}</td>'
        f'<td class="n">{row.points}</td></tr>'
    )
