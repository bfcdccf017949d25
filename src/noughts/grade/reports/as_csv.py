"""CSV: a row for each agent."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from ..grades import Grade
from ..verdicts import Verdict

HEADER = ("agent", "api", "score", "passed", "positions", *map(str, Verdict), "complete", "seconds")


def write(grades: Iterable[Grade]) -> str:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(HEADER)
    for grade in grades:
        facts = (_safe(grade.name), grade.candidate.api, grade.score, _yes(grade.passed), len(grade.judged))
        rows.writerow((*facts, *grade.verdicts.values(), _yes(grade.is_complete), round(grade.seconds, 3)))
    return text.getvalue()


def _yes(truth: bool) -> str:
    return "yes" if truth else "no"


def _safe(name: str) -> str:
    """A name that a spreadsheet would take for a formula gets an apostrophe in front."""
    return f"'{name}" if name[:1] in "=+-@\t\r" else name
