"""CSV: a row for each agent."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from ..grades import Grade
from ..verdicts import Verdict

HEADER = ("agent", "api", "score", "passed", "positions", *map(str, Verdict), "complete", "seconds", "note")


def write(grades: Iterable[Grade]) -> str:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(HEADER)
    for grade in grades:
        score, passed = (grade.score, _yes(grade.passed)) if grade.is_graded else ("", "not graded")
        facts = (_safe(grade.name), grade.candidate.api, score, passed, len(grade.judged))
        end = (_yes(grade.is_complete), round(grade.seconds, 3), _safe(grade.candidate.problem or grade.candidate.note))
        rows.writerow((*facts, *grade.verdicts.values(), *end))
    return text.getvalue()


def _yes(truth: bool) -> str:
    return "yes" if truth else "no"


def _safe(name: str) -> str:
    """A name that a spreadsheet would take for a formula gets an apostrophe in front."""
    return f"'{name}" if name[:1] in "=+-@\t\r" else name
