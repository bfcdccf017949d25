"""Gradescope's results.json, for one agent: a test for each part and each number of marks on the board."""

from __future__ import annotations

import json
import math
from typing import Any

from ..grades import Grade
from ..part_grades import PartGrade
from . import part_words
from .mistakes import by_marks, of, worst_mistakes


def write(grade: Grade, most: int) -> str:
    tests = [_part(grade, part) for part in grade.parts]
    for marks, level in by_marks(grade.judged).items():
        members = set(level)
        wrong = [one for one in grade.costly if one in members]
        full = len(level) - len(wrong)
        text = "\n".join(of(grade, one).sentence for one in wrong[: min(3, most)])
        tests.append(
            {
                "name": f"positions with {marks} marks",
                "status": "failed" if wrong else "passed",
                "output": f"{full:,} of {len(level):,} answers count in full\n{text}".strip(),
            }
        )
    counts = ", ".join(f"{verdict} {count:,}" for verdict, count in grade.verdicts.items() if count)
    baseline = ", ".join(f"{name} {score:.2f}" for name, score in grade.baseline.items())
    baseline = f"On the same questions: {baseline}\n" if baseline else ""
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
                "output": f"{part}{counts}\n{baseline}" + "\n".join(worst),
                "tests": tests,
                "extra_data": {"protections": dict(grade.protections)},
            },
            indent=2,
            ensure_ascii=False,
        )
        + "\n"
    )


def _part(grade: Grade, part: PartGrade) -> dict[str, Any]:
    test: dict[str, Any] = {
        "name": part.name,
        "status": "passed" if part.is_right else "failed",
        "output": part_words.sentence(part),
    }
    return test | (_points(grade, part) if part.name in grade.rubric.points else {})


def _points(grade: Grade, part: PartGrade) -> dict[str, float]:
    most = grade.rubric.points[part.name]
    return {"score": math.floor(float(part.share) * most * 100) / 100, "max_score": most}
