"""JSON: a list with one object for each agent."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ...explain.report import value_json
from ...games import Value
from ..grades import Grade
from ..part_grades import PartGrade
from . import part_words
from .mistakes import Mistake, worst_mistakes


def write(grades: Iterable[Grade], most: int) -> str:
    return json.dumps([agent(grade, most) for grade in grades], indent=2, ensure_ascii=False) + "\n"


def agent(grade: Grade, most: int) -> dict[str, Any]:
    """The keys are documented; `verdicts` has a count for every verdict, `mistakes` the worst of them."""
    return {
        "agent": grade.name,
        "api": grade.candidate.api,
        "score": grade.score if grade.is_graded else None,
        "positions": len(grade.judged),
        "verdicts": {str(verdict): count for verdict, count in grade.verdicts.items()},
        "mistakes": [_mistake(one) for one in worst_mistakes(grade, most)],
        "protections": dict(grade.protections),
        "seconds": round(grade.seconds, 3),
        "passed": grade.passed,
        "complete": grade.is_complete,
        "game": grade.game,
        "asked": grade.selection,
        "confinement": grade.confinement,
        "not_protected_against": list(grade.gaps),
        "graded": grade.is_graded,
        "reason": grade.candidate.problem,
        "interface": grade.candidate.interface.words if grade.candidate.interface is not None else None,
        "recognised": grade.candidate.why,
        "note": grade.candidate.note,
        "parts": [_part(part) for part in grade.parts],
        "baseline": dict(grade.baseline),
        "similar": list(grade.similar),
    }


def _part(part: PartGrade) -> dict[str, Any]:
    return {
        "part": part.name,
        "share": float(part.share),
        "positions": part.expected,
        "wrong": part.wrong,
        "faults": {str(fault): count for fault, count in part.faults.items()},
        "sentence": part_words.sentence(part),
    }


def _mistake(one: Mistake) -> dict[str, Any]:
    judged = one.judged
    return {
        "position": judged.position.text,
        "game": judged.position.game.name,
        "verdict": str(judged.verdict),
        "answer": judged.answer or None,
        "value": _value(judged.value),
        "best": list(one.best),
        "best_value": _value(one.best_value),
        "reason": one.reason,
    }


def _value(value: Value | None) -> dict[str, Any] | None:
    return None if value is None else value_json(value)
