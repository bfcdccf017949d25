"""A grading that is killed goes on where it was, and ends with the same report as one that was not."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from . import agents, hostile
from .running import COMMAND, environment, grade, processes

MARK = f"resumed_{os.getpid()}"  # in the name of every agent, and so in the command line of every process


def without_times(report: Path) -> list[dict[str, Any]]:
    return [{**agent, "seconds": None} for agent in json.loads(report.read_text(encoding="utf-8"))]


def wait_until_gone(marker: str) -> list[str]:
    deadline = time.monotonic() + 20
    while (left := processes(marker)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left


def mounts() -> str:
    return Path("/proc/self/mountinfo").read_text()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / MARK
    folder.mkdir()
    (folder / f"a_{MARK}.py").write_text(agents.source("ignores_blocks", "judge"))
    (folder / f"b_{MARK}.py").write_text(agents.source("slow_wins", "agent"))
    (folder / f"c_{MARK}.py").write_text(agents.source("perfect", "judge"))
    (folder / f"d_{MARK}.py").write_text(hostile.program("leaves_daemons"))
    return folder


def start(tmp_path: Path, *more: str) -> subprocess.Popen[bytes]:
    command = [*COMMAND, "grade", MARK, "--sample", "25", "--jobs", "2", "--json", "killed.json", *more]
    silent = subprocess.DEVNULL
    return subprocess.Popen(command, cwd=tmp_path, env=environment(tmp_path), stdout=silent, stderr=silent)


@pytest.mark.slow
def test_killed_at_random_moments_and_resumed(tmp_path: Path, folder: Path) -> None:
    whole = grade(tmp_path, folder, "--sample", "25", "--jobs", "2")
    assert [agent["positions"] for agent in whole.agents] == [25] * 4
    chance, before, scratch = random.Random(5), mounts(), set(Path("/tmp").iterdir())
    killed = 0
    for _ in range(4):
        program = start(tmp_path, "--resume")
        try:
            program.wait(timeout=chance.uniform(0.8, 2.0))
            break
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait(timeout=30)
            killed += 1
            assert wait_until_gone(MARK) == []
    assert killed > 0
    program = start(tmp_path, "--resume")
    assert program.wait(timeout=90) == 1
    assert without_times(tmp_path / "killed.json") == without_times(tmp_path / "report.json")
    assert mounts() == before
    assert {path for path in set(Path("/tmp").iterdir()) - scratch if path.name.startswith("noughts-agent-")} == set()
    assert list((tmp_path / "state" / "noughts" / "grade").iterdir()) == []


@pytest.mark.slow
def test_nothing_is_asked_twice(tmp_path: Path) -> None:
    """The journal of an interrupted run is enough: an agent that could not answer any more is not run again."""
    journal = tmp_path / "journal"
    path = tmp_path / "agent.py"
    path.write_text(agents.source("perfect", "judge"))
    command = [*COMMAND, "grade", str(path), "--sample", "200", "--jobs", "1", "--journal", str(journal)]
    report = tmp_path / "part.json"
    program = subprocess.Popen(
        [*command, "--json", str(report)], cwd=tmp_path, env=environment(tmp_path), stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not (journal.exists() and journal.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.05)
    program.send_signal(signal.SIGINT)
    _, errors = program.communicate(timeout=60)
    assert program.returncode == 130 and "repeat the command with --resume" in errors
    (part,) = json.loads(report.read_text())
    assert 0 < part["positions"] < 200 and part["complete"] is False and part["passed"] is False
    lines = journal.read_bytes().splitlines(keepends=True)
    # A torn last line, as a crash of the machine would leave it, is ignored.
    journal.write_bytes(b"".join(lines) + lines[-1][: len(lines[-1]) // 2])
    done = subprocess.run(
        [*command, "--resume", "--json", str(report)], cwd=tmp_path, env=environment(tmp_path), timeout=120,
        check=False, capture_output=True,
    )  # fmt: skip
    (whole,) = json.loads(report.read_text())
    assert done.returncode == 0 and optimal_count(whole) == whole["positions"] == 200
    assert not journal.exists()
    # What was answered before was not asked again: its time is in the new report, and it is the same.
    assert whole["seconds"] > part["seconds"]


def optimal_count(agent: dict[str, Any]) -> int:
    count: int = agent["verdicts"]["optimal"]
    return count


@pytest.mark.slow
def test_a_changed_agent_is_asked_again(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    path = tmp_path / "agent.py"
    path.write_text(agents.source("first_empty", "agent"))
    first = grade(tmp_path, path, "--quick", "--journal", journal)
    assert not journal.exists()
    path.write_text(agents.source("perfect", "agent"))
    assert grade(tmp_path, path, "--quick", "--journal", journal, "--resume").agents[0]["score"] == 100
    assert first.agents[0]["score"] < 100


def test_the_same_grading_twice_at_a_time_is_refused(tmp_path: Path) -> None:
    from noughts.grade.journal import Journal, JournalError

    with Journal(tmp_path / "journal", resume=False), pytest.raises(JournalError, match="running already"):
        Journal(tmp_path / "journal", resume=True)
