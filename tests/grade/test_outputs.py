"""The files that a grading writes: none that is somebody's work is lost, and no work of the grader is."""

from __future__ import annotations

import json
import os
import re
import threading
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from noughts.grade.journal import Journal, JournalError
from noughts.grade.reports.outputs import Outputs

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
        assert done.err.startswith("noughts: ") and f"{name}: " in done.err
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


REPORTS = ("--json", "--csv", "--html", "--junit", "--picture", "--gradescope", "--feedback", "--journal")


@pytest.mark.parametrize("option", REPORTS)
@pytest.mark.parametrize("named", [("alice.py",), (".",), ("*.py",), ("bob.py",)])
def test_an_agent_is_not_overwritten(tmp_path: Path, alice: Path, option: str, named: tuple[str, ...]) -> None:
    """The last is what a shell makes of `--csv *.py`."""
    (tmp_path / "bob.py").write_text(agents.source("first_empty", "agent"))
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    done = run_here(tmp_path, "grade", *QUICK, option, "alice.py", *named)
    assert done.code == 2 and done.out == "" and done.err.count("\n") == 1 and "alice.py: " in done.err
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("how", ["symbolic", "hard", "program", "rubric", "inside"])
def test_nothing_that_is_read_is_overwritten(tmp_path: Path, alice: Path, how: str) -> None:
    path, more = tmp_path / "marks", ["alice.py"]
    if how == "symbolic":
        path.symlink_to("alice.py")
    elif how == "hard":
        path.hardlink_to(alice)
    else:
        path.write_text("#!/bin/sh\necho 1 1\n" if how != "rubric" else "pass = 90\n")
        path.chmod(0o755)
        more = {"program": ["marks"], "rubric": ["alice.py", "--rubric", "marks"], "inside": ["."]}[how]
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    done = run_here(tmp_path, "grade", *QUICK, *more, "--csv", "marks")
    assert done.code == 2 and done.out == "" and "--csv marks: would be overwritten" in done.err
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    "options",
    [
        ("--json", "s", "--csv", "s"),
        ("--json", "s", "--journal", "s"),
        ("--html", "s", "--feedback", "./s"),
        ("--junit", "s", "--gradescope", "here/../s"),
    ],
)
def test_two_reports_do_not_share_a_file(tmp_path: Path, alice: Path, options: tuple[str, ...]) -> None:
    (tmp_path / "here").mkdir()
    done = run_here(tmp_path, "grade", alice.name, *QUICK, *options)
    assert done.code == 2 and done.out == "" and "are the same; expected two files" in done.err
    assert not (tmp_path / "s").exists()


def test_reports_may_share_a_folder_and_be_written_again(tmp_path: Path, alice: Path) -> None:
    (tmp_path / "bob.py").write_text(agents.source("perfect", "judge"))
    options = ("--gradescope", "both", "--feedback", "both", "--csv", "marks.csv")
    for _ in range(2):
        assert run_here(tmp_path, "grade", ".", *QUICK, *options, "--no-parts").code in (0, 3)
    assert len(list((tmp_path / "both").iterdir())) >= 4


def test_an_autograder_replaces_an_autograder_only(tmp_path: Path, alice: Path) -> None:
    before = alice.read_bytes()
    for code in (0, 0):
        assert run_here(tmp_path, "grade", "--autograder", "box.zip").code == code
    assert run_here(tmp_path, "grade", "--autograder", "alice.py").code == 2
    assert alice.read_bytes() == before


def test_what_cannot_be_written_is_refused_before_anything_is_written(tmp_path: Path, alice: Path) -> None:
    done = run_here(tmp_path, "grade", alice.name, *QUICK, "--json", "a.json", "--csv", "/proc/q.csv")
    assert done.code == 2 and done.out == "" and "/proc/q.csv: cannot be written: " in done.err
    assert not (tmp_path / "a.json").exists()


def test_work_is_not_lost_when_a_report_cannot_be_written(
    tmp_path: Path, alice: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other reports are written, the scores are shown, and the journal has the answers."""
    check, out = Outputs.check, tmp_path / "out"

    def check_and_spoil(*arguments: Any, **options: Any) -> None:
        check(*arguments, **options)
        out.rmdir()

    out.mkdir()
    with monkeypatch.context() as patched:
        patched.setattr(Outputs, "check", check_and_spoil)
        options = ("--json", "out/a.json", "--feedback", "out/pages", "--csv", "marks.csv", "--journal", "journal")
        done = run_here(tmp_path, "grade", alice.name, *QUICK, *options)
    assert done.code == 2 and "100.00  pass" in done.out and done.err.count("\n") == 1
    assert done.err.startswith("noughts: out/a.json: cannot be written: No such file or directory (and 1 more); ")
    assert (tmp_path / "marks.csv").exists() and (tmp_path / "journal").stat().st_size
    out.mkdir()
    assert run_here(tmp_path, "grade", alice.name, *QUICK, *options, "--resume").code == 0
    assert (out / "a.json").exists() and not (tmp_path / "journal").exists()


def test_a_report_goes_through_a_pipe(tmp_path: Path, alice: Path) -> None:
    path, read = tmp_path / "pipe", list[str]()
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: read.append(path.read_text()))
    reader.start()
    assert run_here(tmp_path, "grade", alice.name, *QUICK, "--json", "pipe").code == 0
    reader.join(timeout=20)
    assert json.loads(read[0])[0]["score"] == 100 and path.is_fifo()


@pytest.mark.parametrize(("options", "is_right"), [((), True), (("--accept", "distance"), False)])
def test_tests_fail_only_where_an_answer_costs_something(
    tmp_path: Path, options: tuple[str, ...], is_right: bool
) -> None:
    """A slow win is not best; whether it is a failure, the rubric says."""
    (tmp_path / "slow.py").write_text(agents.source("slow_wins", "agent"))
    reports = ("--junit", "j.xml", "--gradescope", "g.json", "--mistakes", "0")
    done = run_here(tmp_path, "grade", "slow.py", "--quick", *reports, *options)
    assert done.code == (0 if is_right else 1) and "slow" in done.out
    (suite,) = ElementTree.parse(tmp_path / "j.xml").getroot()
    assert (suite.get("failures") == "0") == is_right and (suite.find(".//failure") is None) == is_right
    scope = json.loads((tmp_path / "g.json").read_text())
    assert all(test["status"] == "passed" for test in scope["tests"]) == is_right
    assert (scope["score"] == 100) == is_right


def test_a_function_that_returns_no_move_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "none.py").write_text("def play(board, sign):\n    return None\n")
    reports = ("--html", "h.html", "--feedback", "pages", "--gradescope", "g.json", "--json", "j.json")
    done = run_here(tmp_path, "grade", "none.py", "--interface", "functional", *QUICK, *reports)
    page, student = (tmp_path / "h.html").read_text(), (tmp_path / "pages" / "none.py.html").read_text()
    assert done.code == 1 and "answered no move; best: " in done.out and "returned no move, best " in done.out
    assert 'you answered <b class="said">no move</b>' in page and '<b class="said">nothing</b>' in student
    assert "returned no move, best" in json.loads((tmp_path / "g.json").read_text())["output"]
    assert json.loads((tmp_path / "j.json").read_text())[0]["mistakes"][0]["answer"] == "-1"


def test_no_mistakes_are_shown_if_none_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(agents.source("first_empty", "agent"))
    shown = run_here(tmp_path, "grade", "bad.py", "--quick").out
    assert "the worst of" in shown and "best: " in shown
    done = run_here(tmp_path, "grade", "bad.py", "--quick", "--mistakes", "0")
    assert (
        re.search(r"bad.py: \d+ mistakes\n", done.out) and "the worst of" not in done.out and "best: " not in done.out
    )
    assert run_here(tmp_path, "grade", "bad.py", "--quick", "--mistakes", "1").out.count("best: ") == 1
