"""`assert_optimal` in somebody else's tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from noughts.classroom import agent as course_000, console as course_001, functional as course_004
from noughts.grade.candidates import AgentError
from noughts.grade.testing import assert_optimal, grade_agent

from . import agents

COURSE = """
from agent import play


def test_by_path(assert_optimal):
    assert_optimal("agent.py", quick=True)


def test_the_function(assert_optimal):
    assert_optimal(play, quick=True)
"""


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(folder),
        "test_agent.py",
    ]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.slow
def test_a_course_can_use_the_fixture(tmp_path: Path) -> None:
    (tmp_path / "test_agent.py").write_text(COURSE)
    (tmp_path / "agent.py").write_text(agents.source("perfect", "functional"))
    done = run(tmp_path)
    assert done.returncode == 0 and "2 passed" in done.stdout, done.stdout + done.stderr
    (tmp_path / "agent.py").write_text(agents.source("first_empty", "functional"))
    done = run(tmp_path)
    assert done.returncode == 1 and "2 failed" in done.stdout
    assert "answers are not best" in done.stdout and "lost a won game" in done.stdout


@pytest.mark.slow
def test_our_own_course_functions_are_optimal() -> None:
    assert_optimal(course_000.minimax)
    assert_optimal(course_001.minimax, distance=False, quick=True)
    assert_optimal(course_004.play, distance=False, quick=True)
    with pytest.raises(AssertionError, match="slower win"):
        assert_optimal(course_004.play, quick=True)


def test_a_path_and_a_function_get_the_same_grade(tmp_path: Path) -> None:
    path = tmp_path / "agent.py"
    path.write_text(agents.source("transposed", "functional"))
    space: dict[str, object] = {"__name__": "agent"}
    exec(path.read_text(), space)
    here = space["play"]
    assert callable(here)
    assert grade_agent(path, quick=True).verdicts == grade_agent(here, quick=True).verdicts


def test_what_is_not_an_agent_is_refused() -> None:
    with pytest.raises(AgentError, match="4 parameters"):
        assert_optimal(lambda a, b, c, d: None)
