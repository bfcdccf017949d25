"""The agents of `examples/agents` do what their first lines say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commands import noughts

AGENTS = Path(__file__).parents[2] / "examples" / "agents"


@pytest.fixture(scope="module")
def grades(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    report = tmp_path_factory.mktemp("report") / "report.json"
    done = noughts(
        "grade", str(AGENTS), "--quick", "--time", "1", "--mistakes", "700", "--json", str(report), seconds=400
    )
    assert done.returncode == 1, done.stderr
    for name in ("crashing.py", "greedy.py", "random_moves.py", "slow.py"):
        assert f"{name} fails with " in done.stdout
    assert "perfect.py fails" not in done.stdout
    return {one["agent"]: one for one in json.loads(report.read_text(encoding="utf-8"))}


@pytest.mark.slow
def test_each_agent_is_graded_as_it_deserves(grades: dict[str, dict[str, Any]]) -> None:
    assert set(grades) == {path.name for path in AGENTS.glob("*.py")}
    assert all(one["graded"] for one in grades.values())
    assert grades["perfect.py"]["score"] == 100 and grades["perfect.py"]["verdicts"]["slow-win"] == 0
    assert 80 < grades["greedy.py"]["score"] < 100
    assert abs(grades["random_moves.py"]["score"] - grades["random_moves.py"]["baseline"]["random"]) < 10
    assert grades["greedy.py"]["verdicts"]["no-answer"] == 0


@pytest.mark.slow
def test_what_fails_says_where(grades: dict[str, dict[str, Any]]) -> None:
    crashing, slow = grades["crashing.py"], grades["slow.py"]
    (crash,) = {one["reason"] for one in crashing["mistakes"] if one["verdict"] == "no-answer"}
    assert crash == "crash: IndexError: list index out of range"
    late = [one for one in slow["mistakes"] if one["verdict"] == "no-answer"]
    assert late and slow["verdicts"]["no-answer"] >= len(late)
    assert slow["seconds"] >= len(late), "an answer that ran into the limit of a second counts as a second"


def test_each_is_about_a_page_long() -> None:
    for path in AGENTS.glob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 60, path.name
