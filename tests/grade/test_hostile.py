"""Whatever an agent does, it is contained and reported, and the others are graded as if it had not been there."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from noughts.cli import main
from noughts.grade import bubblewrap, folders, sandbox, self_test

from . import agents, hostile
from .classes import CAN_CHANGE_USER, ORDINARY, SETTINGS, Graded, Setting, graded
from .running import grade, grade_here, nonzero, processes

MISSING = "these tests need bubblewrap: run `make sandbox`, or install the package bubblewrap"
LIMITS = ("--time", "20", "--give-up", "1", "--memory", "256M", "--processes", "32", "--jobs", "1")
MARK = f"hostile_{os.getpid()}"  # in the name of an agent, and so in the command lines of its processes
# One of each kind, for the quick tier.
QUICK = [
    "connects",
    "fork_bomb",
    "forges_report",
    "hogs",
    "kills_everybody",
    "named_pipe",
    "never_reads",
    "reads_others",
    "user_namespace",
    "writes_into_descriptors",
]


@pytest.fixture(autouse=True, scope="module")
def _needs_the_sandbox() -> None:
    assert bubblewrap.why_missing() is None, f"{MISSING} ({bubblewrap.why_missing()})"


def test_there_are_enough_of_them_and_each_says_what_it_tries() -> None:
    files = [path for path in Path(hostile.__file__).parent.glob("*/*.py") if path.parent.name != "__pycache__"]
    assert len(hostile.CASES) == len(files) >= 90
    for case in hostile.CASES.values():
        assert case.tries.endswith(".") and case.verdict, case.path


def check(done: Graded, setting: Setting, names: list[str]) -> None:
    """That everyone got what they deserve, and that the report says how they were confined."""
    assert done.agents, done.err
    assert done.code == (1 if all(agent["graded"] for agent in done.agents.values()) else 3), done.err
    complaints = []
    for name in names:
        try:
            done.check(hostile.CASES[name])
        except AssertionError as error:
            complaints.append(str(error))
    assert not complaints, "\n".join(complaints)
    scores = {flaw: done.agent(f"-honest-{flaw}-") for flaw in ("first_empty", "ignores_blocks", "perfect")}
    assert scores["perfect"]["score"] == 100 and scores["perfect"]["passed"]
    for agent in scores.values():
        assert agent["confinement"].startswith("Landlock" if setting.landlock else "bubblewrap")
        assert bool(agent["not_protected_against"]) == setting.landlock
        off = {name for name, active in agent["protections"].items() if not active}
        may_be_off = set(self_test.PROTECTIONS) - self_test.ESSENTIAL if setting.landlock else {"other-user"}
        assert off <= may_be_off
        assert agent["protections"]["other-user"] == setting.own_user


def check_all(setting: Setting, names: list[str], patience: int = 20) -> None:
    """In two classes: those that a time limit ends, of which many can run at a time, and those that need patience."""
    for waits, seconds, jobs in ((True, 1, 8), (False, patience, 4)):
        some = [name for name in names if hostile.CASES[name].waits == waits]
        cases, options = [hostile.CASES[name] for name in some], ("--load", str(seconds), "--jobs", str(jobs))
        with graded(cases, setting, *options, seconds=seconds) as done:
            check(done, setting, some)


def test_one_of_each_kind() -> None:
    check_all(ORDINARY, QUICK, patience=5)


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_all_of_them(setting: Setting) -> None:
    if setting.system and not CAN_CHANGE_USER:
        pytest.skip("needs root and the system's Python of the same version")
    check_all(setting, list(hostile.CASES))


SHELLS = {
    "cs50": "def player(b): ...\ndef actions(b): ...\ndef result(b, a): ...\ndef winner(b): ...\ndef minimax(board):\n",
    "best_move": "def minimax(board, depth, is_max): return 0\ndef best_move(board):\n",
    "global": "board = [' '] * 9\ndef computer_move():\n",
    "object": "class Agent:\n  def __init__(self): self.board = [' '] * 9\n  def best_move(self):\n",
}
ON_IMPORT = {
    "exits": "os._exit(0)",
    "kills": "os.kill(0, 9)",
    "forks": "[os.fork() for _ in range(6)]; time.sleep(1000)",
    "hogs": "held = bytearray(b'x') * (2 << 30)",
    "closes": "os.closerange(0, 256)",
    "forges": '[os.write(n, b\'{"id": -1, "status": "answer", "out": ""}\\n\') for n in (3, 4, 5)]',
    "catches": "while True:\n  try: input()\n  except BaseException: pass",
}


@pytest.mark.parametrize(
    "shells", [pytest.param(2, marks=pytest.mark.slow), pytest.param(len(SHELLS), marks=pytest.mark.nightly)]
)
def test_hostile_agents_of_every_interface_are_contained(tmp_path: Path, shells: int) -> None:
    """Also while they are recognised: each is graded below 100 or not at all, and the good ones are as good as ever.

    Each is dressed up as agents of some of the interfaces, in turn.
    """
    folder = tmp_path / "agents"
    folder.mkdir()
    functions = [case for case in hostile.CASES.values() if case.kind == "functions"]
    for at, case in enumerate(functions):
        for name, text in [*SHELLS.items(), *SHELLS.items()][at % len(SHELLS) :][:shells]:
            (folder / f"{name}_{case.name}_{MARK}.py").write_text(f"{case.text}\n{text}        return play([], 'X')\n")
    for kind, text in ON_IMPORT.items():
        source = f"import os, sys, time\n{text}\ndef best_move(board): return 0\n"
        (folder / f"import_{kind}_{MARK}.py").write_text(source)
    good = [folder / f"good_{number}.py" for number in range(3)]
    for number, path in enumerate(good):
        path.write_text(agents.source("perfect", "functional") + f"# {number}\n")
    questions = ("--quick", "--sample", "1", "--seed", "2")
    limits = ("--time", "1", "--load", "1", "--give-up", "1", "--memory", "256M", "--processes", "32", "--jobs", "8")
    done = grade(tmp_path, folder, *questions, *limits, timeout=1700)
    assert done.code == 3 and "Traceback" not in done.err
    assert len(done.agents) == shells * len(functions) + len(ON_IMPORT) + len(good)
    for agent in done.agents:
        if agent["agent"].startswith("good"):
            assert nonzero(agent["verdicts"]) == {"optimal": 1}
        else:
            assert agent["score"] is None or agent["score"] < 100, agent
    assert processes(MARK) == []


def test_the_limit_of_processes_holds(tmp_path: Path) -> None:
    """Root is not bound by the usual limit; the agent's user is."""
    path = tmp_path / "bomb.py"
    path.write_text(hostile.program("fork_bomb"))
    agent = grade_here(tmp_path, path, "--sample", "1", *LIMITS).agents[0]
    (mistake,) = agent["mistakes"]
    assert 0 < int(mistake["reason"].split()[-1]) < 32
    assert agent["protections"]["process-limit"]


def test_links_in_a_folder_of_agents_are_reported_and_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "agents"
    package = folder / "carol"
    package.mkdir(parents=True)
    (folder / "alice.py").write_text(agents.source("perfect", "agent"))
    (folder / "bob.py").symlink_to("alice.py")
    (folder / "eve.py").symlink_to("/etc/passwd")
    (package / "main.py").write_text("import helper\n" + agents.source("perfect", "agent"))
    (package / "helper.py").symlink_to("../alice.py")
    done = grade_here(tmp_path, folder, "--sample", "3", *LIMITS)
    assert done.agent("alice.py")["score"] == 100
    for name in ("bob.py", "eve.py"):
        assert not done.agent(name)["graded"] and done.agent(name)["score"] is None
        assert "symbolic link" in done.agent(name)["reason"]
    assert done.agent("carol")["score"] == 100 and "No module named 'helper'" in done.agent("carol")["note"]
    assert done.code == 3


@pytest.fixture
def unconfined(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine with neither confinement."""
    caches = (bubblewrap.why_missing, folders.why_missing, sandbox.why_missing)
    for module, reason in ((bubblewrap, "bubblewrap is not installed"), (folders, "this Linux has no Landlock")):
        monkeypatch.setattr(module, "why_missing", lambda reason=reason: reason)
    sandbox.why_missing.cache_clear()
    self_test._seen.clear()
    yield
    for cached in caches:
        cached.cache_clear()
    self_test._seen.clear()


@pytest.mark.usefixtures("unconfined")
def test_without_a_sandbox_it_refuses_unless_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "good.py").write_text(agents.source("perfect", "agent"))
    (tmp_path / "program.py").write_text(agents.source("perfect", "judge"))
    assert main(["grade", "good.py"]) == 2
    output = capfd.readouterr()
    assert output.err.count("\n") == 1 and "bubblewrap is not installed" in output.err and "--trust" in output.err
    assert main(["grade", "good.py", "program.py", "--trust", "--sample", "5", "--csv", "report.csv"]) == 0
    assert "Without a sandbox" in capfd.readouterr().out
    seen = self_test.protections(trust=True)
    assert not seen["no-network"] and not seen["system-call-filter"] and seen["time-limit"]


@pytest.mark.usefixtures("unconfined")
def test_with_a_cluster_agents_are_recognised_in_a_sandbox_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Trials run where the command does: without a sandbox there, no code of an agent runs, and no worker starts."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "agent.py").write_text(f"open({str(tmp_path / 'seen')!r}, 'w')\ndef play(board, sign): ...\n")
    assert main(["grade", "agent.py", "--cluster", "local:1"]) == 2
    assert "bubblewrap is not installed" in capfd.readouterr().err and not (tmp_path / "seen").exists()


TRUSTED = ["leaves_daemons", "memory_hog", "endless_output", "ignores_signals", "endless_loop"]


@pytest.mark.slow
@pytest.mark.usefixtures("unconfined")
def test_trusted_agents_are_limited_and_cleaned_up_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    names = []
    for name in TRUSTED:
        names += hostile.CASES[name].make(tmp_path, name, {})
    options = ["--trust", "--sample", "1", "--time", "2", "--memory", "256M", "--give-up", "1", "--json", "report.json"]
    options += ["--jobs", str(len(TRUSTED))]
    assert main(["grade", *map(str, names), *options]) == 1
    for agent, name in zip(json.loads((tmp_path / "report.json").read_text()), TRUSTED):
        assert any(words in agent["mistakes"][0]["reason"] for words in hostile.CASES[name].reasons)
    assert list(tmp_path.glob("noughts-agent-*")) == []


TWENTY = [
    "comet", "connects", "endless_errors", "exits", "fork_bomb", "forges_report", "hogs", "key_of_session",
    "kills_everybody", "leaves_daemons", "long_status", "many_files", "memory_family", "nested_folders", "never_reads",
    "reads_others", "replies_before_it_is_asked", "thread_bomb", "traces_helper", "writes_reports",
]  # fmt: skip


@pytest.mark.slow
def test_a_class_of_forty_with_twenty_hostile_agents_in_it() -> None:
    """The honest ones get the marks that they get alone, in at most one and a half times the time."""
    honest = [list(agents.FLAWS)[at % len(agents.FLAWS)] for at in range(20)]
    hostiles = [hostile.CASES[name] for name in TWENTY]
    times = []
    for _ in range(3):  # other programs on the machine take time too
        marks, seconds = [], []
        for cases in ([], hostiles):
            with graded(cases, ORDINARY, "--sample", "12", "--jobs", "2", seconds=1, honest=honest) as done:
                graded_honest = [agent for name, agent in done.agents.items() if "-honest-" in name]
                marks.append([(agent["score"], agent["verdicts"]) for agent in graded_honest])
                seconds.append(sum(agent["seconds"] for agent in graded_honest))
                assert len(done.agents) == 20 + len(cases)
        assert marks[0] == marks[1] and len(marks[0]) == 20
        times.append(seconds[1] / seconds[0])
        if times[-1] <= 1.5:
            return
    raise AssertionError(times)
