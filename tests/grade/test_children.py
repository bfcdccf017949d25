"""Nothing hangs the grader: whatever an agent does with its pipes, time, memory and Ctrl-C are the grader's."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from noughts.games import Ranking, game
from noughts.grade import candidates, children, positions, questions, watching
from noughts.grade.child import programs
from noughts.grade.children import STATUSES, ChildEnded, Reply
from noughts.grade.exact import Exact
from noughts.grade.limits import Limits
from noughts.grade.pipes import Pipes
from noughts.grade.verdicts import judge

from . import agents, brute_force, hostile
from .running import COMMAND, descendants, environment, grade, grade_here

HANGING = ("never_reads", "replies_before_it_is_asked", "reply_byte_by_byte", "errors_when_loaded")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "agents"
    inside.mkdir()
    for name in HANGING:
        hostile.CASES[name].make(inside, name, {})
    (inside / "z_good.py").write_text(agents.source("perfect", "agent"))
    return inside


CONFINE: Any = vars(programs)["confine"]  # the same module, as the child imports it
LATER = """
def play(board, sign):
    while sum(not cell for row in board for cell in row) > 6:  # not when it is recognised
        pass
    return next((r, c) for r in range(3) for c in range(3) if not board[r][c])
"""
WHEN_LOADED = "while True:\n    try:\n        while True: pass\n    except BaseException: pass\n"


def interrupted(tmp_path: Path, folder: Path, until: Callable[[str, list[str]], bool], *options: str) -> None:
    """Ctrl-C, once its messages and processes are such, ends the command before the time of an answer is over."""
    command = [*COMMAND, "grade", str(folder), "--jobs", "16", "--time", "100", "--json", "report.json", *options]
    errors = tmp_path / "errors"
    with errors.open("wb") as file:
        program = subprocess.Popen(
            command, cwd=tmp_path, env=environment(tmp_path), stdout=subprocess.DEVNULL, stderr=file
        )
    deadline = time.monotonic() + 300
    while not until(errors.read_text(), descendants(program.pid)):
        assert time.monotonic() < deadline and program.poll() is None, errors.read_text()
        time.sleep(0.05)
    program.send_signal(signal.SIGINT)
    program.wait(timeout=90)
    assert program.returncode == 130 and "Traceback" not in errors.read_text(), errors.read_text()


@pytest.mark.slow
def test_ctrl_c_holds_whatever_agents_do_with_their_pipes(tmp_path: Path, folder: Path) -> None:
    (folder / "later.py").write_text(LATER)
    interrupted(tmp_path, folder, lambda said, _: "z_good.py  100.00" in said, "--load", "3")  # beside the others
    reports = {agent["agent"]: agent for agent in json.loads((tmp_path / "report.json").read_text())}
    assert reports["z_good.py"]["score"] == 100 and reports["z_good.py"]["complete"]
    assert not reports["later.py"]["complete"] and reports["later.py"]["graded"]


@pytest.mark.slow
def test_ctrl_c_holds_while_agents_are_recognised(tmp_path: Path, folder: Path) -> None:
    (folder / "when_loaded.py").write_text(WHEN_LOADED)
    interrupted(tmp_path, folder, lambda _, run: any("start.py\0functions" in one for one in run), "--load", "100")
    assert not (tmp_path / "report.json").exists()  # nobody was asked yet


@pytest.mark.slow
def test_all_time_counts(tmp_path: Path) -> None:
    """Loading, time-outs and new starts are in `seconds`, and `--total` holds for them."""
    loading = tmp_path / "loading.py"
    loading.write_text("import os, time\ntime.sleep(0.5)\ndef play(board, sign):\n    os._exit(1)\n")
    late = tmp_path / "late.py"
    late.write_text("import time\nTURN = 'JUDGE'\ntime.sleep(1000)\n")
    done = grade(tmp_path, loading, late, "--total", "2", "--time", "30", "--jobs", "2", "--give-up", "1000")
    for agent in done.agents:
        assert 2 <= agent["seconds"] < 30, agent["seconds"]  # one answer that is waited for to its end would be 30
        assert "the 2 s for all answers were used up" in json.dumps(agent["mistakes"])


def test_messages_say_what_was_late(tmp_path: Path) -> None:
    path = tmp_path / "slow_import.py"
    path.write_text("while True:\n    pass\ndef play(board, sign):\n    return (0, 0)\n")
    done = grade_here(tmp_path, path, "--sample", "1", "--time", "30", "--load", "1", "--give-up", "1")
    assert done.code in (1, 3)
    agent = done.agents[0]
    said = agent["reason"] or agent["note"] + agent["mistakes"][0]["reason"]
    assert "more than 1 s" in said and "no answer within" not in said, agent


@pytest.mark.parametrize("is_busy", [True, False])
def test_a_busy_machine_does_not_cost_an_agent_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_busy: bool
) -> None:
    """Time in which it is ready to run and has no processor is not its own; time in which it runs or sleeps is."""
    path = tmp_path / "late.py"
    path.write_text("import select\ndef play(board, sign):\n    select.select([], [], [], 1.5)\n    return (0, 0)\n")
    (candidate,) = candidates.find([str(path)], interface="functional")
    began = time.monotonic()
    monkeypatch.setattr(
        watching, "use_of_processor", lambda _: {1: (0.0, time.monotonic() - began if is_busy else 0.0)}
    )
    (reply,) = questions.ask(candidate, [game("tictactoe").start()], Limits(seconds=0.5))
    assert reply.status == ("answer" if is_busy else "time")


@pytest.mark.parametrize(
    ("limit", "sleeps", "waits", "status"),
    [(0.3, 0.7, 0.0, "time"), (0.6, 0.7, 0.9, "answer"), (0.3, 60, 1.0, "time"), (60, 0.1, 0.0, "answer")],
)
def test_a_busy_machine_does_not_cost_a_program_its_time(
    monkeypatch: pytest.MonkeyPatch, limit: float, sleeps: float, waits: float, status: str
) -> None:
    """The same for programs: `waits` is the part of the time in which it has no processor. Ten limits are all."""
    monkeypatch.setattr(CONFINE, "give_up_rights", lambda _: None)
    monkeypatch.setattr(CONFINE, "kill_the_rest", lambda _, leader: os.killpg(leader, signal.SIGKILL))
    began = time.monotonic()
    monkeypatch.setattr(CONFINE, "use_of_processor", lambda _: (0.0, waits * (time.monotonic() - began)))
    command = ["sh", "-c", f"sleep {sleeps}; echo 1 1"]
    settings = {"seconds": limit, "output": 100, "private": False, "user": None, "scoped": False, "directory": "/"}
    reply = programs.run(b"JUDGE\n", {**settings, "command": command, "environment": dict(os.environ)})
    assert (reply["status"], reply["out"].strip()) == (status, "1 1" if status == "answer" else "")


def test_what_programs_run_and_wait_for_a_processor_is_measured() -> None:
    code = "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True)\ninput()"
    run_before, _ = CONFINE.use_of_processor({"private": False})
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        run, waited = CONFINE.use_of_processor({"private": False})
        process.kill()
    assert 0.2 <= run - run_before < 5 and waited >= 0


def test_what_a_process_runs_and_waits_for_a_processor_is_measured() -> None:
    """Of a process below this one that computes; the wait depends on what else the machine does."""
    before = watching.use_of_processor(os.getpid())
    code = "import time\nwhile time.process_time() < 0.5: pass\nprint(flush=True)\ninput()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        run, waited = watching.used_since(before, os.getpid())
        process.kill()
    assert 0.4 <= run < 5 and waited >= 0


LONG_STATUS = """
import json, os, sys

def play(board, sign):
    token = sys._getframe(2).f_locals["question"]["id"]
    reply = {"id": token, "status": "x" * 8000, "out": "y" * 3900, "more": "z" * 3000}
    for number in range(3, 16):
        try:
            os.write(number, json.dumps({**reply, "status": "answer"}).encode() + b"\\n")
        except OSError:
            pass
    return (0, 0)
"""


@pytest.mark.slow
def test_long_replies_cost_the_grader_nothing(tmp_path: Path) -> None:
    path = tmp_path / "long.py"
    path.write_text(LONG_STATUS)
    journal = tmp_path / "journal"
    script = (
        "import sys; from noughts.cli import main; code = main(sys.argv[1:]);"
        "peak = [line for line in open('/proc/self/status') if line.startswith('VmHWM')];"
        "sys.stderr.write(peak[0].split()[1]); sys.exit(code)"  # ru_maxrss would count the tests themselves
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "grade", str(path), "--quick", "--sample", "10", "--journal", str(journal)],
        cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert int(done.stderr.split()[-1]) < 300_000  # kB


def test_pipes_never_wait() -> None:
    """A process that neither reads nor writes, and one that writes without end."""
    for code, is_too_long in (("import time; time.sleep(100)", False), ("while True: print('x' * 1000, end='')", True)):
        pipes_of = (subprocess.PIPE, subprocess.PIPE, subprocess.PIPE)
        process = subprocess.Popen(
            [sys.executable, "-c", code], stdin=pipes_of[0], stdout=pipes_of[1], stderr=pipes_of[2]
        )
        pipes = Pipes(process, limit=10_000)
        started = time.monotonic()
        pipes.send(b"x" * (1 << 22))
        while time.monotonic() < started + 0.5:
            pipes.wait(0.05)
        assert time.monotonic() < started + 5
        assert pipes.is_too_long == is_too_long and pipes.line() is None
        process.kill()
        process.wait()
        pipes.close()


TOKEN = "0123456789abcdef"
EXACT = Exact(Ranking.QUICKEST)
POSITIONS = positions.choose(game("tictactoe"), quick=True).positions
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(["answer", TOKEN]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)  # fmt: skip
NAMES = st.sampled_from(sorted(STATUSES))
ANSWERS = st.text() | st.from_regex(r"-?[0-4] [0-4]|-1", fullmatch=True)
FIELDS = st.fixed_dictionaries(
    {"id": st.just(TOKEN) | ANYTHING, "status": NAMES | ANYTHING, "out": ANSWERS | ANYTHING},
    optional={"code": st.just(0) | ANYTHING, "err": st.text() | ANYTHING, "seconds": ANYTHING},
)  # fmt: skip
FORGED = st.binary(max_size=200) | FIELDS.map(lambda fields: json.dumps(fields).encode()) | ANYTHING.map(
    lambda value: json.dumps(value).encode()
)  # fmt: skip


def check_forged(line: bytes, number: int, is_function: bool) -> None:
    """A reply of any kind is refused, or is an answer that gets the mark it deserves."""
    position = POSITIONS[number % len(POSITIONS)]
    try:
        raw = children._read_reply(line, TOKEN)
    except ChildEnded as end:
        reply = end.reply
    else:
        if is_function:
            reply = Reply(raw["status"], children.printable(raw["out"]))
        else:
            reply = questions._of_program(raw, Limits(), 0.1)
    assert len(reply.text) < 400 and reply.text.isprintable()
    verdict = str(judge(position, reply, EXACT).verdict)
    board, side = position.text.replace("/", "").split()
    if reply.status != "answer":
        assert verdict == "no-answer"
    elif position.outcome is not None:
        assert verdict == ("optimal" if reply.text == "-1" else "finished" if reply.text else "no-answer")
    elif reply.text == "-1":
        assert verdict == "illegal"
    elif re.fullmatch(r"\d \d", reply.text, re.ASCII):
        row, column = (int(number) - 1 for number in reply.text.split())
        assert verdict == brute_force.verdict(board, side, (row, column))
    elif not re.search(r"\d", reply.text):
        assert verdict in ("no-answer", "illegal")


@settings(max_examples=300, deadline=None)
@given(FORGED, st.integers(0, 10**6), st.booleans())
def test_a_forged_reply_is_refused_or_gets_the_mark_it_deserves(line: bytes, number: int, is_function: bool) -> None:
    check_forged(line, number, is_function)


@pytest.mark.nightly
@settings(max_examples=10_000, deadline=None)
@given(FORGED, st.integers(0, 10**6), st.booleans())
def test_ten_thousand_forged_replies(line: bytes, number: int, is_function: bool) -> None:
    check_forged(line, number, is_function)


def test_the_journal_is_nobody_elses_and_never_a_link(tmp_path: Path) -> None:
    from noughts.grade.journal import Journal, JournalError

    path = tmp_path / "below" / "journal"
    mask = os.umask(0)
    try:
        with Journal(path, resume=False):
            assert path.stat().st_mode & 0o777 == 0o600
            assert path.parent.stat().st_mode & 0o777 == 0o700
    finally:
        os.umask(mask)
    (tmp_path / "target").write_text("as it was")
    (tmp_path / "link").symlink_to("target")
    with pytest.raises(JournalError):
        Journal(tmp_path / "link", resume=False)
    assert (tmp_path / "target").read_text() == "as it was"
