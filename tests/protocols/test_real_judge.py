"""The real `fmi-ai-judge` says OK on all of its tic-tac-toe tests."""

from __future__ import annotations

import resource
from pathlib import Path

import course_judge
import pytest

from .programs import ROOT

PROGRAM = ROOT / "tictactoe.py"


@pytest.mark.parametrize("options", [(), pytest.param(("--bench",), marks=pytest.mark.slow)], ids=["plain", "bench"])
def test_the_judge_accepts_every_answer(options: tuple[str, ...], tmp_path: Path) -> None:
    """The judge goes by the clock. Where others work on the machine it may call an answer late, but never wrong.

    Then a judge with more patience must accept all of them, and they must be in time by the processor.
    """
    found = course_judge.verdicts(PROGRAM, tmp_path, *options)
    assert len(found) == 14 and set(found.values()) <= {"OK", "TLE"}
    if "TLE" in found.values():
        before = _processor_seconds()
        patient = course_judge.verdicts(PROGRAM, course_judge.made_patient(tmp_path), *options)
        assert set(patient.values()) == {"OK"}
        assert _processor_seconds() - before < len(patient) * course_judge.SECONDS


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
