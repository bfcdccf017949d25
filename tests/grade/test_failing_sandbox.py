"""A sandbox that does not start is the grader's failure: no answer, never a student's; and no agent can feign it."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from noughts.games import game
from noughts.grade import bubblewrap, candidates, children, folders, questions, recognition, sandbox, self_test, units
from noughts.grade.bubblewrap import TooManyFiles
from noughts.grade.candidates import AgentError, Candidate, File
from noughts.grade.child import programs
from noughts.grade.children import Child, ChildEnded
from noughts.grade.limits import Limits
from noughts.grade.match import Player, play
from noughts.grade.positions import choose
from noughts.grade.sandbox import SandboxFailed
from noughts.grade.settings import agent_settings
from noughts.grade.testing import assert_optimal

from . import agents
from .running import grade

RULES = game("tictactoe")
POSITIONS = choose(RULES, quick=True, sample=3).drawn(lambda one: one.outcome is None).positions
WORDS = "bwrap: Creating new namespace failed: Resource temporarily unavailable"
BROKEN = f"echo '{WORDS}' >&2; exit 1"
# Passes everything on until a file is there that is not empty.
FAKE = """#!/bin/sh
if [ -s {stop} ]; then {broken}; fi
exec {real} "$@"
"""


FORGES = """
import contextlib, json, os, sys

def play(board, sign):
    reply = {{"id": sys._getframe(2).f_locals["question"]["id"], "status": "{status}", "out": "no process"}}
    for number in range(3, 16):
        with contextlib.suppress(OSError):
            os.write(number, json.dumps(reply).encode() + b"\\n")
"""


@pytest.fixture
def stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that, when something is in it, is the end of bubblewrap."""
    real = shutil.which("bwrap")
    assert real is not None
    path = tmp_path / "stop"
    fake = tmp_path / "bin" / "bwrap"
    fake.parent.mkdir()
    fake.write_text(FAKE.format(stop=path, broken=BROKEN, real=real))
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(fake.parent), prepend=":")
    return path


@pytest.fixture(params=["bubblewrap", "Landlock"])
def _confinement(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Either one; both have the same way to start."""
    if request.param == "Landlock":
        monkeypatch.setattr(bubblewrap, "why_missing", lambda: "it is not wanted")
        if folders.why_missing() is not None:
            pytest.skip(str(folders.why_missing()))
    sandbox.why_missing.cache_clear()
    yield
    sandbox.why_missing.cache_clear()


def candidate(tmp_path: Path, interface: str, text: str | None = None) -> Candidate:
    path = tmp_path / f"{interface}.py"
    path.write_text(text or agents.source("perfect", interface))
    (found,) = candidates.find([str(path)], interface=interface)
    return found


def failing(monkeypatch: pytest.MonkeyPatch, is_broken: Callable[[int], bool], command: str = BROKEN) -> list[int]:
    """Starts for which `is_broken` end at once, as bubblewrap does; counts all of them."""
    began, starts = children._started, list[int]()

    def started(*how: object) -> subprocess.Popen[bytes]:
        starts.append(len(starts))
        if not is_broken(starts[-1]):
            return began(*how)  # type: ignore[arg-type]
        pipe = subprocess.PIPE
        words = ["/bin/sh", "-c", command]
        return subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)

    monkeypatch.setattr(children, "_started", started)
    monkeypatch.setattr(children, "_PAUSE", 0.001)
    return starts


@pytest.mark.slow
def test_a_sandbox_that_fails_in_the_middle_of_a_run_costs_nobody_a_mark(tmp_path: Path, stop: Path) -> None:
    """It fails as soon as something was answered: the journal is the file. Then `--resume` asks the rest."""
    folder = tmp_path / "agents"
    folder.mkdir()
    for name, shell in (("a", "judge"), ("b", "agent"), ("c", "functional")):
        (folder / f"{name}.py").write_text(agents.source("perfect", shell))
    done = grade(tmp_path, folder, "--sample", "40", "--jobs", "1", "--journal", stop)
    assert done.code == 3, done.out + done.err
    assert "repeat the command with --resume" in done.err and WORDS in done.out
    assert [agent["positions"] for agent in done.agents] == [16, 0, 0]
    for agent in done.agents:
        assert not agent["graded"] and not agent["complete"] and agent["score"] is None, agent
        assert agent["reason"] == f"the sandbox did not start: {WORDS}"
        assert agent["verdicts"]["no-answer"] == 0
    assert stop.read_bytes().count(b"\n") == 1
    stop.rename(tmp_path / "kept")
    again = grade(tmp_path, folder, "--sample", "40", "--jobs", "1", "--journal", tmp_path / "kept", "--resume")
    assert again.code == 0, again.out
    assert [agent["score"] for agent in again.agents] == [100] * 3 and again.agents[0]["positions"] == 40
    assert not (tmp_path / "kept").exists()


@pytest.mark.usefixtures("_confinement")
@pytest.mark.parametrize("interface", ["judge", "functional"])
def test_a_sandbox_that_fails_for_a_moment_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, interface: str
) -> None:
    asked = candidate(tmp_path, interface)
    starts = failing(monkeypatch, lambda start: start < 2)
    assert [reply.status for reply in questions.ask(asked, POSITIONS, Limits())] == ["answer"] * 3
    assert len(starts) == 3


@pytest.mark.usefixtures("_confinement")
@pytest.mark.parametrize("interface", ["judge", "functional"])
@pytest.mark.parametrize(
    ("command", "words"),
    [
        (BROKEN, WORDS),
        ("exit 0", "it ended at once"),
        ("echo hello; sleep 100", "it said hello"),
        ("exec sleep 100", "it was not there within 0.2 s"),
    ],
)
def test_a_sandbox_that_never_starts_is_no_reply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, interface: str, command: str, words: str
) -> None:
    asked = candidate(tmp_path, interface)
    monkeypatch.setattr(children, "_STARTING", 0.2)
    starts = failing(monkeypatch, lambda _: True, command)
    (unit,) = units.slices(asked, POSITIONS, Limits())
    monkeypatch.setattr(self_test, "protections", lambda _: {})
    result = units.run(unit)
    assert (result.replies, result.failure) == ((), f"the sandbox did not start: {words}")
    assert len(starts) == children._ATTEMPTS
    assert units.GradingResult.from_json(result.as_json()) == result


def test_what_was_answered_before_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent ends its process, which is its own doing; that no other sandbox starts is not."""
    ends = "import os\ndef play(board, sign):\n    os._exit(0)\n"
    failing(monkeypatch, lambda start: start > 0)
    (unit,) = units.slices(candidate(tmp_path, "functional", ends), POSITIONS, Limits())
    monkeypatch.setattr(self_test, "protections", lambda _: {})
    result = units.run(unit)
    assert [reply.status for reply in result.replies] == ["ended"] and WORDS in result.failure


def test_time_for_starts_in_vain_is_not_the_agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for interface in ("judge", "functional"):
        with monkeypatch.context() as patched:
            failing(patched, lambda start: start < 1, "sleep 2; exit 1")
            replies = list(questions.ask(candidate(tmp_path, interface), POSITIONS[:1], Limits(), seconds=60))
        assert [reply.status for reply in replies] == ["answer"] and replies[0].seconds < 2


def test_what_is_short_or_gone_is_the_machines_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """bubblewrap was removed; a file that a sandbox shows has vanished; the disk is full."""
    monkeypatch.setattr(children, "_PAUSE", 0.001)
    asked = candidate(tmp_path, "judge")
    gone = replace(asked, shared=(str(tmp_path / "gone"),))
    with pytest.raises(SandboxFailed, match=r"did not start: bwrap: .*gone"):
        next(questions.ask(gone, POSITIONS, Limits()))
    with monkeypatch.context() as patched:
        patched.setenv("PATH", "/nowhere")
        with pytest.raises(SandboxFailed, match="did not start: bubblewrap is not there any more"):
            next(questions.ask(asked, POSITIONS, Limits()))

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(children, "_started", full)
    with pytest.raises(SandboxFailed, match="did not start: No space left on device"):
        next(questions.ask(asked, POSITIONS, Limits()))


def test_more_files_than_a_sandbox_takes_are_the_agents(tmp_path: Path) -> None:
    asked = candidate(tmp_path, "judge")
    many = replace(asked, files=(*asked.files, *(File(f"{at}.txt", b"") for at in range(2000))))
    with pytest.raises(TooManyFiles):
        next(questions.ask(many, POSITIONS, Limits()))


def test_recognition_blames_the_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it fails at once, or when an agent has ended its process in a trial."""
    (tmp_path / "agent.py").write_text("import os\ndef play(board, sign):\n    os._exit(0)\n")
    found = candidates.find([str(tmp_path / "agent.py")])
    for working in (0, 1):
        with monkeypatch.context() as patched:
            failing(patched, lambda start, working=working: start >= working)  # type: ignore[misc]
            (one,) = recognition.recognise_all(found, RULES, Limits())
        assert one.problem == f"the sandbox did not start: {WORDS}" and one.try_again
    (one,) = recognition.recognise_all(found, RULES, Limits())
    assert one.problem is None and not one.try_again


def test_nobody_forfeits_a_game_or_fails_a_test_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "functional.py"
    player = Player.candidate(candidate(tmp_path, "functional"), Limits(), False)
    failing(monkeypatch, lambda _: True)
    with pytest.raises(SandboxFailed):
        play(player, player, RULES.start())
    with pytest.raises(AgentError, match="the sandbox did not start"):
        assert_optimal(path, quick=True)


FEIGNS = f"""
import contextlib, os, sys
for number in range(64):  # takes back what may still be in a pipe, and says what bubblewrap would say
    with contextlib.suppress(OSError):
        if os.readlink(f"/proc/self/fd/{{number}}").startswith("pipe"):
            again = os.open(f"/proc/self/fd/{{number}}", os.O_RDONLY | os.O_NONBLOCK)
            with contextlib.suppress(OSError):
                os.read(again, 1 << 16)
os.write(2, b"{WORDS}\\n")
os._exit(1)
"""


@pytest.mark.usefixtures("_confinement")
@pytest.mark.parametrize("interface", ["judge", "functional"])
def test_an_agent_cannot_feign_it(tmp_path: Path, interface: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says the same and ends in the same way, as early as it can; that is its answer, and it is asked once."""
    starts = failing(monkeypatch, lambda _: False)
    replies = list(questions.ask(candidate(tmp_path, interface, FEIGNS), POSITIONS, Limits()))
    assert [reply.status for reply in replies] == [{"judge": "crash", "functional": "ended"}[interface]] * 3
    assert all(WORDS in reply.text for reply in replies)
    assert len(starts) == {"judge": 1, "functional": 3}[interface]


def test_no_code_of_an_agent_runs_before_the_grader_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the grader has not answered, the process in the sandbox waits; with the answer, the agent is loaded."""
    monkeypatch.setattr(children, "_GO", b"")
    child = Child(candidate(tmp_path, "functional", FEIGNS), Limits(loading=0.5))
    try:
        with pytest.raises(ChildEnded) as silent:
            child.receive(children.LOADED, 0.5)
        assert silent.value.reply.status == "time"
        child._pipes.send(b"\n")
        with pytest.raises(ChildEnded) as ended:
            child.receive(children.LOADED, 5)
        assert WORDS in ended.value.reply.text
    finally:
        child.close()


@pytest.mark.parametrize("interface", ["judge", "functional"])
def test_a_process_that_cannot_be_confined_is_not_the_agents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, interface: str
) -> None:
    """As when the kernel refuses to change the user, for want of processes. Here nobody can have the number."""

    def settings(*of: Any, **more: Any) -> bytes:
        return agent_settings(*of, **{**more, "user": 1 << 40})

    monkeypatch.setattr(bubblewrap, "agent_settings", settings)
    monkeypatch.setattr(children, "_PAUSE", 0.001)
    with pytest.raises(SandboxFailed, match="did not start: "):
        next(questions.ask(candidate(tmp_path, interface), POSITIONS, Limits()))


@pytest.mark.parametrize("failures", [1, 100])
def test_a_machine_without_processes_is_not_the_agents_failure(monkeypatch: pytest.MonkeyPatch, failures: int) -> None:
    """A program gets its process a moment later, or the reply says that it was never started."""
    fork, left = os.fork, list(range(failures))

    def forked() -> int:
        if left:
            left.pop()
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        return fork()

    monkeypatch.setattr(vars(programs)["confine"], "give_up_rights", lambda _: None)
    monkeypatch.setattr(os, "fork", forked)
    monkeypatch.setattr(programs, "_PAUSE", 0.001)
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    settings = {"seconds": 10, "output": 100, "private": False, "user": None, "scoped": False, "directory": "/"}
    reply = programs.run(b"JUDGE\n", {**settings, "command": ["echo", "1 1"], "environment": dict(os.environ)})
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208
    if failures == 1:
        assert (reply["status"], reply["out"]) == ("answer", "1 1\n")
    else:
        assert reply["status"] == "unready" and "Resource temporarily unavailable" in reply["out"]


def test_a_function_cannot_say_that_it_was_not_started(tmp_path: Path) -> None:
    """What a program's helper can say, which the agent cannot reach, is forged where the agent itself could say it."""
    text = FORGES.format(status=children.UNREADY)
    replies = list(questions.ask(candidate(tmp_path, "functional", text), POSITIONS, Limits()))
    assert [reply.text for reply in replies] == [children.FORGED.text] * 3


@pytest.mark.usefixtures("_confinement")
def test_an_interpreter_that_is_not_there_is_not_the_agents(tmp_path: Path) -> None:
    """As `--exec` names it; the agent's own file that cannot be run is the agent's."""
    asked = candidate(tmp_path, "judge")
    for program in ("no-such-interpreter", "/no/such/interpreter"):
        with pytest.raises(SandboxFailed, match=f"did not start: {program} cannot be started: .*No such file"):
            next(questions.ask(replace(asked, command=(program, "{src}")), POSITIONS, Limits()))
    for own in ("{src}", "./missing"):
        reply = next(questions.ask(replace(asked, command=(own, "{src}")), POSITIONS, Limits()))
        assert reply.status == "crash" and "cannot be started" in reply.text
