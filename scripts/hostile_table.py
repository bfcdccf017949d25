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
        reasons = " or ".join(f"“{words}”" for words in case.reasons)
        tries = case.tries.replace("|", "\\|")
        rows.append(
            f"| {KINDS[case.kind]} `{case.name}` | {tries} | `{case.verdict}`{': ' if reasons else ''}{reasons} |"
        )
    return "\n".join(rows) + "\n"
