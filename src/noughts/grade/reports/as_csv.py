"""CSV: a row for each agent."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable

from ..grades import Grade
from ..verdicts import Verdict

HEADER = ("agent", "api", "score", "passed", "positions", *map(str, Verdict), "complete", "seconds", "note")


def write(grades: Iterable[Grade]) -> str:
    """The parts that some agent has follow after the columns that there always are, in percent."""
    grades, text = list(grades), io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    parts = list(dict.fromkeys(part.name for grade in grades for part in grade.parts))
    rows.writerow((*HEADER, *parts, "similar"))
    for grade in grades:
        score, passed = (grade.score, _yes(grade.passed)) if grade.is_graded else ("", "not graded")
        facts = (_safe(grade.name), grade.candidate.api, score, passed, len(grade.judged))
        end = (_yes(grade.is_complete), round(grade.seconds, 3), _safe(grade.candidate.problem or grade.candidate.note))
        shares = {part.name: math.floor(part.share * 10_000) / 100 for part in grade.parts}
        similar = _safe("; ".join(grade.similar))
        rows.writerow((*facts, *grade.verdicts.values(), *end, *(shares.get(name, "") for name in parts), similar))
    return text.getvalue()


def _yes(truth: bool) -> str:
    return "yes" if truth else "no"


def _safe(name: str) -> str:
    """A name that a spreadsheet would take for a formula gets an apostrophe in front."""
    return f"'{name}" if name and name[0] in "=+-@\t\r" else name
