"""Whatever an agent does, it is contained and reported, and the next one is graded as if it had not been there."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

import noughts
from noughts.grade import sandbox

from . import agents, hostile
from .running import grade, nonzero, processes

MISSING = "these tests need bubblewrap: run scripts/install_bubblewrap.sh, or install the package bubblewrap"
OTHER_LIMITS = ("--give-up", "1", "--memory", "256M", "--processes", "32", "--jobs", "1")
LIMITS = ("--time", "20", *OTHER_LIMITS)
SHORT_LIMITS = ("--time", "2", *OTHER_LIMITS)


@pytest.fixture(autouse=True, scope="module")
def _needs_the_sandbox() -> None:
    assert sandbox.why_missing() is None, f"{MISSING} ({sandbox.why_missing()})"


MARK = f"hostile_{os.getpid()}"  # in the name of every agent, and so in the command line of every process


class Class:
    """A folder of hostile agents, each followed by a good one, graded in one run."""

    def __init__(
        self, folder: Path, kinds: Sequence[str], source: Callable[[str], str], shell: str, *options: str
    ) -> None:
        inside = folder / "agents"
        inside.mkdir(parents=True)
        self.names = {kind: f"{at:02}_{kind}_{MARK}.py" for at, kind in enumerate(kinds)}
        for name, kind in zip(self.names.values(), kinds):
            (inside / name).write_text(source(kind))
            # Not the same to the byte, so that each is run.
            (inside / name.replace(".py", "_next.py")).write_text(agents.source("perfect", shell) + f"# after {kind}\n")
        self.files = {path: path.read_bytes() for path in inside.iterdir()}
        self.done = grade(folder, inside, *options, timeout=200)

    def check(self, kind: str, verdict: str, reason: str) -> None:
        agent, following = (self.done.agent(name) for name in (self.names[kind], self.next_to(kind)))
        assert self.done.code == 1 and "Traceback" not in self.done.err
        assert agent["mistakes"][0]["verdict"] == verdict, agent
        assert reason in agent["mistakes"][0]["reason"], agent
        assert agent["score"] < 100 and agent["complete"]
        assert sum(agent["verdicts"].values()) == agent["positions"] == following["positions"] == 3
        assert nonzero(following["verdicts"]) == {"optimal": 3}, following
        assert processes(self.names[kind]) == []
        assert all(path.read_bytes() == data for path, data in self.files.items())

    def next_to(self, kind: str) -> str:
        return self.names[kind].replace(".py", "_next.py")


Classes = Mapping[str, Class]


def classes(folder: Path, kinds: Collection[str], source: Callable[[str], str], shell: str, *options: str) -> Classes:
    """By kind. Those that use up their time are graded apart, with little of it; the others meet another limit in time,
    however slow the machine is."""
    reasons = {
        kind: reason for table in (hostile.PROGRAMS, hostile.FUNCTIONS) for kind, (_, _, reason) in table.items()
    }
    slow = [kind for kind in kinds if reasons[kind] == "time limit"]
    quick = [kind for kind in kinds if kind not in slow]
    waiting = Class(folder / "slow", slow, source, shell, *options, *SHORT_LIMITS)
    others = Class(folder / "quick", quick, source, shell, *options, *LIMITS)
    return {**dict.fromkeys(slow, waiting), **dict.fromkeys(quick, others)}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Classes]:
    """All hostile programs, with a file and a server that they must not reach."""
    folder = tmp_path_factory.mktemp("programs")
    quick, canary = folder / "quick", folder / "canary"
    other = quick / "agents" / f"00_{next(iter(hostile.PROGRAMS))}_{MARK}_next.py"
    canary.write_text("as it was")
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        server.settimeout(0.1)
        port = server.getsockname()[1]
        places = {"canary": canary, "other": other, "folder": quick, "port": port, "version": version}
        paths = {name: str(place) for name, place in places.items()}
        yield classes(folder, hostile.PROGRAMS, lambda kind: hostile.program(kind, **paths), "judge", "--sample", "3")
        with pytest.raises(TimeoutError):  # nobody came
            server.accept()
    assert canary.read_text() == "as it was"
    assert {path.name for path in folder.iterdir()} == {"canary", "quick", "slow"}
    assert {path.name for path in quick.iterdir()} == {"agents", "report.json", "state"}


@pytest.mark.parametrize("kind", hostile.PROGRAMS)
def test_a_hostile_program(kind: str, programs: Classes) -> None:
    graded = programs[kind]
    graded.check(kind, *hostile.PROGRAMS[kind][1:])
    protections = graded.done.agent(graded.names[kind])["protections"]
    assert protections["no-network"] and protections["read-only-files"]
    assert protections["other-user"] == (os.getuid() == 0)


@pytest.fixture(scope="module")
def functions(tmp_path_factory: pytest.TempPathFactory) -> Classes:
    # This interface is not asked about finished boards; in this sample there are none.
    options = ("--quick", "--sample", "3", "--seed", "2")
    folder = tmp_path_factory.mktemp("functions")
    return classes(folder, hostile.FUNCTIONS, hostile.function, "functional", *options)


@pytest.mark.parametrize("kind", hostile.FUNCTIONS)
def test_a_hostile_function(kind: str, functions: Classes) -> None:
    functions[kind].check(kind, *hostile.FUNCTIONS[kind][1:])


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


@pytest.mark.slow
def test_hostile_agents_of_every_interface_are_contained(tmp_path: Path) -> None:
    """Also while they are recognised: each is graded below 100 or not at all, and the good ones are as good as ever."""
    folder = tmp_path / "agents"
    folder.mkdir()
    for shell, text in SHELLS.items():
        for kind, (body, _, _) in hostile.FUNCTIONS.items():
            lines = body.replace("play(board, sign)", "best_move()")
            (folder / f"{shell}_{kind}_{MARK}.py").write_text(f"import os, sys, time\n{text}{lines}\n")
    for kind, text in ON_IMPORT.items():
        source = f"import os, sys, time\n{text}\ndef best_move(board): return 0\n"
        (folder / f"import_{kind}_{MARK}.py").write_text(source)
    good = [folder / f"good_{number}.py" for number in range(3)]
    for number, path in enumerate(good):
        path.write_text(agents.source("perfect", "functional") + f"# {number}\n")
    options = ("--quick", "--sample", "3", "--seed", "2", "--time", "2", "--load", "3", *OTHER_LIMITS[:-1], "2")
    done = grade(tmp_path, folder, *options, timeout=850)
    assert done.code == 3 and "Traceback" not in done.err
    assert len(done.agents) == len(SHELLS) * len(hostile.FUNCTIONS) + len(ON_IMPORT) + len(good)
    for agent in done.agents:
        if agent["agent"].startswith("good"):
            assert nonzero(agent["verdicts"]) == {"optimal": 3}
        else:
            assert agent["score"] is None or agent["score"] < 100, agent
    assert processes(MARK) == []


def test_the_limit_of_processes_holds(tmp_path: Path) -> None:
    """Root is not bound by the usual limit; the agent's user is."""
    path = tmp_path / "bomb.py"
    path.write_text(hostile.program("fork_bomb"))
    agent = grade(tmp_path, path, "--sample", "1", *LIMITS).agents[0]
    (mistake,) = agent["mistakes"]
    assert 0 < int(mistake["answer"].split()[1]) < 32
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
    done = grade(tmp_path, folder, "--sample", "3", *LIMITS)
    assert done.agent("alice.py")["score"] == 100
    for name in ("bob.py", "eve.py"):
        assert not done.agent(name)["graded"] and done.agent(name)["score"] is None
        assert "symbolic link" in done.agent(name)["reason"]
    assert done.agent("carol")["score"] == 100 and "No module named 'helper'" in done.agent("carol")["note"]
    assert done.code == 3


def test_without_a_sandbox_it_refuses_unless_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a path on which there is no bubblewrap."""
    tools = tmp_path / "bin"
    tools.mkdir()
    monkeypatch.setenv("PATH", str(tools))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    (tmp_path / "good.py").write_text(agents.source("perfect", "agent"))
    (tmp_path / "program.py").write_text(agents.source("perfect", "judge"))
    done = grade(tmp_path, "good.py")
    assert done.code == 2 and done.agents == [] and done.err.count("\n") == 1
    assert "bubblewrap is not installed" in done.err and "--trust" in done.err
    done = grade(tmp_path, "good.py", "program.py", "--trust", "--sample", "5")
    assert done.code == 0, done.err
    for agent in done.agents:
        assert agent["score"] == 100
        assert not agent["protections"]["no-network"] and agent["protections"]["time-limit"]
    assert "Without a sandbox" in done.out


SYSTEM_PYTHON = Path(f"/usr/bin/python{sys.version_info[0]}.{sys.version_info[1]}")
CAN_CHANGE_USER = os.getuid() == 0 and SYSTEM_PYTHON.exists() and shutil.which("setpriv") is not None


@pytest.mark.skipif(not CAN_CHANGE_USER, reason="needs root and the system's Python of the same version")
def test_a_grader_that_is_not_root_is_as_safe() -> None:
    """The sandbox is made in another way then: with a user namespace."""
    kinds = ("fork_bomb", "kills_parent", "leaves_daemons", "memory_hog")
    folder = Path(tempfile.mkdtemp(prefix="graded-", dir="/tmp"))  # where another user can go
    try:
        (folder / "agents").mkdir()
        for kind in kinds:
            (folder / "agents" / f"{kind}_{MARK}.py").write_text(hostile.program(kind))
        (folder / "agents" / "z_next.py").write_text(agents.source("perfect", "judge"))
        for path in (folder, *folder.rglob("*")):
            os.chown(path, 54321, 54321)
        packages = Path(noughts.__file__).parents[1]
        user = ["setpriv", "--reuid", "54321", "--regid", "54321", "--clear-groups"]
        command = [SYSTEM_PYTHON, "-m", "noughts", "grade", "agents", "--json", "report.json", "--sample", "2", *LIMITS]
        done = subprocess.run(
            [*user, *map(str, command)],
            cwd=folder,
            env={"PATH": "/usr/bin:/bin", "HOME": str(folder), "PYTHONPATH": str(packages), "LANG": "C.UTF-8"},
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        assert done.returncode == 1, done.stderr
        reports = {agent["agent"]: agent for agent in json.loads((folder / "report.json").read_text())}
        for kind in kinds:
            agent = reports[f"{kind}_{MARK}.py"]
            assert nonzero(agent["verdicts"]) == {"no-answer": 2}
            assert agent["protections"]["no-network"] and not agent["protections"]["other-user"]
        assert int(reports[f"fork_bomb_{MARK}.py"]["mistakes"][0]["answer"].split()[1]) < 32
        assert reports["z_next.py"]["score"] == 100
        assert processes(MARK) == []
    finally:
        shutil.rmtree(folder)


TRUSTED = ["leaves_daemons", "memory_hog", "endless_output", "ignores_sigterm", "endless_loop"]


def test_trusted_agents_are_limited_and_cleaned_up_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    trusted = classes(tmp_path, TRUSTED, hostile.program, "judge", "--trust", "--sample", "3")
    for kind in TRUSTED:
        trusted[kind].check(kind, *hostile.PROGRAMS[kind][1:])
    assert list(tmp_path.glob("noughts-agent-*")) == []
