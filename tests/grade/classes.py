"""Classes with hostile agents in them, graded by the real command: as root or not, in either confinement."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import noughts

from . import agents, hostile
from .running import COMMAND, processes

USER = 54321
SYSTEM_PYTHON = Path(f"/usr/bin/python{sys.version_info[0]}.{sys.version_info[1]}")
CAN_CHANGE_USER = os.getuid() == 0 and SYSTEM_PYTHON.exists() and shutil.which("setpriv") is not None
# What is installed with the tests, for a Python that is not in the environment.
PACKAGES = Path(noughts.__file__).parents[1]
HONEST = ("first_empty", "ignores_blocks", "perfect")


@dataclass(frozen=True)
class Setting:
    """Who grades, in which confinement; `system` is for the system's Python, which every user can run."""

    name: str
    system: bool = False
    is_user: bool = False
    landlock: bool = False

    @property
    def command(self) -> list[str]:
        setpriv = [shutil.which("setpriv") or "setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]
        python = [str(SYSTEM_PYTHON), *COMMAND[1:]] if self.system else list(COMMAND)
        return [*(setpriv if self.is_user else ()), *python]

    @property
    def own_user(self) -> bool:
        """Whether agents run as a user of their own: root chooses one who can run Python, or gives it to any."""
        places = (Path(self.command[0]).resolve(), PACKAGES)
        everyone_can_run = all(folder.stat().st_mode & 0o001 for place in places for folder in place.parents)
        return os.getuid() == 0 and not self.is_user and (not self.landlock or everyone_can_run)

    def environment(self, folder: Path) -> dict[str, str]:
        path = "/nowhere" if self.landlock else "/usr/bin:/bin"
        more = {"PYTHONPATH": str(PACKAGES)} if self.system else {}
        home = {"HOME": str(folder), "XDG_STATE_HOME": str(folder / "state"), "TMPDIR": str(folder / "tmp")}
        return {"PATH": path, "LANG": "C.UTF-8", "COLUMNS": "100", "NOUGHTS_CANARY": "secret", **home, **more}


ORDINARY = Setting("as it comes")
SETTINGS = (
    ORDINARY,
    Setting("Landlock", landlock=True),
    Setting("Landlock, own user", system=True, landlock=True),
    Setting("a user", system=True, is_user=True),
    Setting("a user, Landlock", system=True, is_user=True, landlock=True),
)


@dataclass
class Graded:
    """What came of a class."""

    code: int
    out: str
    err: str
    seconds: float
    agents: dict[str, dict[str, Any]]
    mark: str

    def agent(self, part: str) -> dict[str, Any]:
        (found,) = (agent for name, agent in self.agents.items() if part in name)
        return found

    def check(self, case: hostile.Case) -> None:
        """That what was expected of a case has happened, to each of its copies."""
        found = [agent for name, agent in self.agents.items() if f"-{case.name}-" in name]
        assert len(found) == case.copies, sorted(self.agents)
        for agent in found:
            if not agent["graded"]:  # it did its worst while it was recognised, or is no agent at all
                assert agent["score"] is None and not agent["passed"], case.name
                assert agent["verdicts"] == dict.fromkeys(agent["verdicts"], 0), case.name
                assert any(words in agent["reason"] for words in case.refused), (case.name, agent["reason"])
                continue
            mistakes = agent["mistakes"] or [{"verdict": "optimal", "reason": ""}]
            verdict, reason = mistakes[0]["verdict"], mistakes[0]["reason"]
            assert verdict == case.verdict, (case.name, verdict, reason, mistakes[0].get("answer"))
            assert not case.reasons or any(words in reason for words in case.reasons), (case.name, reason)
            # What it did when it was loaded is said, and left out.
            is_whole = "only its definitions are loaded" not in agent["note"]
            assert is_whole != bool(case.note), (case.name, agent["note"])
            assert is_whole or any(words in agent["note"] for words in case.note), (case.name, agent["note"])
            assert agent["score"] == 0 and agent["complete"]


@contextmanager
def graded(
    cases: Collection[hostile.Case],
    setting: Setting = ORDINARY,
    *options: str,
    seconds: float = 4,
    honest: Collection[str] = HONEST,
    timeout: float = 400,
) -> Iterator[Graded]:
    """One run of the command on a folder with these cases and some honest agents; checks what must never happen."""
    mark = f"mark{os.getpid()}x{time.monotonic_ns() % 10**6}"
    with ExitStack() as stack:
        folder = Path(stack.enter_context(_folder()))
        inside = folder / "agents"
        places = stack.enter_context(_outside(folder, mark))
        for at, flaw in enumerate(honest):
            text = agents.source(flaw, "agent" if at % 2 else "judge")
            (inside / f"{at:03}-honest-{flaw}-{mark}.py").write_text(f"{text}# {at}\n")
        for at, case in enumerate(cases):
            case.make(inside, f"{100 + at}-{case.name}-{mark}", places)
        if setting.is_user:
            _give_to_user(folder)
        command = [*setting.command, "grade", "agents", "--json", "report.json", "--allow", "shared"]
        command += ["--quick", "--sample", "1", "--seed", "2", "--jobs", "4", "--give-up", "1"]
        command += ["--memory", "256M", "--processes", "32", "--time", str(seconds), *options]
        started = time.monotonic()
        run = partial(subprocess.run, command, cwd=folder, env=setting.environment(folder), timeout=timeout)
        done = run(capture_output=True, text=True, check=False)
        took = time.monotonic() - started
        report = folder / "report.json"
        entries = json.loads(report.read_text(encoding="utf-8")) if report.exists() else []
        yield Graded(done.returncode, done.stdout, done.stderr, took, {one["agent"]: one for one in entries}, mark)
        assert "Traceback" not in done.stderr and "\x1b" not in done.stdout + done.stderr
        assert (folder / "canary").read_text() == "as it was" and (folder / "canary").stat().st_mode & 0o777 == 0o666
        assert {path.name for path in folder.iterdir()} <= {"agents", "canary", "report.json", "state", "tmp", "shared"}
        assert list((folder / "tmp").iterdir()) == []
        assert _left(mark) == []


def _left(mark: str) -> list[str]:
    deadline = time.monotonic() + 5
    while (left := processes(mark)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left


@contextmanager
def _folder() -> Iterator[str]:
    """Where another user can go too."""
    folder = tempfile.mkdtemp(prefix="graded-", dir="/tmp")
    try:
        for name in ("agents", "tmp", "shared"):
            Path(folder, name).mkdir()
        Path(folder).chmod(0o755)
        Path(folder, "tmp").chmod(0o777)
        yield folder
    finally:
        subprocess.run(["rm", "-rf", folder], check=False)  # some of it is too deep for Python


@contextmanager
def _outside(folder: Path, mark: str) -> Iterator[dict[str, str]]:
    """Things that agents must not reach; fails if they did."""
    canary = folder / "canary"
    canary.write_text("as it was")
    canary.chmod(0o666)
    with ExitStack() as stack:
        server = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        datagrams = stack.enter_context(socket.socket(type=socket.SOCK_DGRAM))
        datagrams.bind(server.getsockname())
        abstract, local = (stack.enter_context(socket.socket(socket.AF_UNIX)) for _ in range(2))
        abstract.bind(f"\0{mark}")
        local.bind(str(folder / "shared" / "socket"))
        (folder / "shared" / "socket").chmod(0o777)
        servers = (server, abstract, local)
        for one in servers:
            one.listen()
        yield {
            "canary": str(canary),
            "other": str(folder / "agents" / f"000-honest-{HONEST[0]}-{mark}.py"),
            "folder": str(folder),
            "port": str(server.getsockname()[1]),
            "socket": mark,
            "pid": str(os.getpid()),
            "mark": mark,
            "version": f"{sys.version_info[0]}.{sys.version_info[1]}",
        }
        for one in (*servers, datagrams):
            one.setblocking(False)
            try:
                one.recv(1) if one is datagrams else one.accept()
            except BlockingIOError:
                continue
            raise AssertionError(f"somebody came to {one}")


def _give_to_user(folder: Path) -> None:
    subprocess.run(["chown", "-hR", f"{USER}:{USER}", str(folder)], check=True)
