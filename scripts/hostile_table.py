"""The table of hostile agents and malformed submissions for `docs/grading.md`, from their docstrings."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from grade import hostile

KINDS = {"programs": "program", "functions": "function", "submissions": "submission"}


def table() -> str:
    rows = ["| | what it tries | what happens |", "|---|---|---|"]
    for case in sorted(hostile.CASES.values(), key=lambda case: (list(KINDS).index(case.kind), case.name)):
        tries = case.tries.replace("|", "\\|")
        rows.append(f"| {KINDS[case.kind]} `{case.name}` | {tries} | {_outcome(case)} |")
    return "\n".join(rows) + "\n"


def _outcome(case: hostile.Case) -> str:
    outcome = f"`{case.verdict}`{_either(': ', case.reasons)}"
    if case.verdict != "not-graded":
        outcome += _either(", or `not-graded`: ", case.refused)
    return outcome + _either("; noted: ", case.note)


def _either(before: str, words: tuple[str, ...]) -> str:
    return before + " or ".join(f"“{one}”" for one in words) if words else ""
