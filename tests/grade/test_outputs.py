"""The files that a grading writes: none that is somebody's work is lost, and no work of the grader is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from noughts.grade.journal import Journal, JournalError

from . import agents
from .running import run_here

QUICK = ("--quick", "--sample", "3")


@pytest.fixture
def alice(tmp_path: Path) -> Path:
    path = tmp_path / "alice.py"
    path.write_text(agents.source("perfect", "agent"))
    return path


@pytest.mark.parametrize("name", ["notes.txt", "alice.py"])
def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path, alice: Path, name: str) -> None:
    path = tmp_path / name
    if name != alice.name:
        path.write_text("what to say on Monday\n")
    path.chmod(0o644)
    before = path.read_bytes()
    for more in ((), ("--resume",)):
        done = run_here(tmp_path, "grade", "alice.py", *QUICK, "--journal", name, *more)
        assert done.code == 2 and done.out == "" and done.err.count("\n") == 1
        assert done.err.startswith(f"noughts: {name}: ")
        assert path.read_bytes() == before and path.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("kind", ["fifo", "link", "folder"])
def test_a_journal_is_a_plain_file(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "journal"
    if kind == "fifo":
        os.mkfifo(path, 0o644)
    elif kind == "link":
        path.symlink_to(tmp_path / "other")
    else:
        path.mkdir(0o755)
    before = path.lstat().st_mode
    with pytest.raises(JournalError, match="journal"):
        Journal(path, resume=False)
    assert path.lstat().st_mode == before


@pytest.mark.parametrize("text", ["", '1234abcd {"key":"a', '1234abcd {"key":"a"}\n'])
def test_an_empty_file_and_a_torn_journal_may_be_used(tmp_path: Path, text: str) -> None:
    path = tmp_path / "journal"
    path.write_text(text)
    with Journal(path, resume=True) as journal:
        assert journal.done == [] and path.read_text() == ""
        journal.remove()
    assert not path.exists()
