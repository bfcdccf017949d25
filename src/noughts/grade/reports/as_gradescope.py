"""Gradescope's results.json, for one agent: a test for each number of marks on the board."""

from __future__ import annotations

import json

from ..grades import Grade
from ..verdicts import Verdict
from .mistakes import by_marks, of, worst_mistakes


def write(grade: Grade, most: int) -> str:
    tests = []
    for marks, level in by_marks(grade.judged).items():
        members = set(level)
        wrong = [one for one in grade.mistakes if one in members] if most else []
        good = sum(one.verdict is Verdict.OPTIMAL for one in level)
        text = "\n".join(of(grade, one).sentence for one in wrong[:3])
        tests.append(
            {
                "name": f"positions with {marks} marks",
                "status": "passed" if good == len(level) else "failed",
                "output": f"{good:,} of {len(level):,} answers are best\n{text}".strip(),
            }
        )
    counts = ", ".join(f"{verdict} {count:,}" for verdict, count in grade.verdicts.items() if count)
    worst = [f"- {one.sentence}" for one in worst_mistakes(grade, most)]
    if not grade.is_graded:
        return json.dumps({"output": f"Not graded: {grade.candidate.problem}"}, indent=2, ensure_ascii=False) + "\n"
    part = "" if grade.is_complete else f"Only {len(grade.judged):,} of {grade.expected:,} positions were asked.\n"
    return (
        json.dumps(
            {
                "score": grade.score,
                "max_score": 100,
                "execution_time": round(grade.seconds, 3),
                "output": f"{part}{counts}\n" + "\n".join(worst),
                "tests": tests,
                "extra_data": {"protections": dict(grade.protections)},
            },
            indent=2,
            ensure_ascii=False,
        )
        + "\n"
    )
