"""Where an agent runs: bubblewrap's sandbox, or, for trusted agents only, a folder of its own and nothing more.

In the sandbox there is no network, nothing of the file system but the system's own programs, the Python that runs us
and the agent's files, all read-only, and a temporary folder that is gone with the agent. Process numbers are its own
too, so that the end of the sandbox is the end of everything in it. Run by root, the agent gets a user number that
nobody else has; that is what makes the limit of processes hold.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..errors import NoughtsError
from . import parts
from .candidates import Candidate
from .limits import Limits, Protection, protections

_CHILD = Path(__file__).parent / "child"
_PACKAGE = Path(__file__).parents[1]
_FIRST_USER = 0x4000_0000  # above any real user; the number of the process that asks is added
_SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/localtime",
)
_LEFTOVERS = "noughts-agent-"


class SandboxMissing(NoughtsError):
    """There is no sandbox here, and the agents are not trusted."""


@dataclass(frozen=True)
class Start:
    """How to start a child: the command, and the descriptors that it inherits."""

    command: list[str]
    descriptors: tuple[int, ...] = ()


@cache
def why_missing() -> str | None:
    """Why agents cannot be put into a sandbox here; None if they can. Tried once, with the real thing."""
    if sys.platform != "linux":
        return "it needs Linux"
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed (on Debian: apt-get install bubblewrap)"
    tried = [*_base(), *_view(), "--chdir", "/", "--", os.path.realpath(sys.executable), "-I", "-S", "-c", "print(1)"]
    try:
        done = subprocess.run(tried, capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        return f"bubblewrap does not work here: {error}"
    if done.returncode or done.stdout.strip() != "1":
        message = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        return f"bubblewrap does not work here: {message}"
    return None


@cache
def version() -> str:
    done = subprocess.run(["bwrap", "--version"], capture_output=True, text=True, timeout=30, check=False)
    return done.stdout.strip() or "bubblewrap"


def _numbers(text: str) -> tuple[int, ...]:
    """`bubblewrap 0.8.0` as numbers that can be compared."""
    return tuple(int(part) for part in text.split()[-1].split(".") if part.isdigit())


def check(trust: bool) -> None:
    """Refuses to run agents without a sandbox, unless they are trusted."""
    reason = why_missing()
    if reason is not None and not trust:
        raise SandboxMissing(f"agents are run in a sandbox only, and there is none: {reason}; --trust runs them anyway")


def active(limits: Limits) -> tuple[Protection, ...]:
    """The protections that agents have here."""
    if why_missing() is None:
        return protections(version(), os.getuid() == 0, limits)
    return protections(None, False, limits)


@contextlib.contextmanager
def prepared(candidate: Candidate, limits: Limits) -> Iterator[Start]:
    """Everything that starting the candidate once takes; released afterwards."""
    if why_missing() is None:
        with _in_sandbox(candidate, limits) as start:
            yield start
    else:
        with _trusted(candidate, limits) as start:
            yield start


@contextlib.contextmanager
def _in_sandbox(candidate: Candidate, limits: Limits) -> Iterator[Start]:
    arguments = [*_base(), *_view(candidate.with_noughts), "--perms", "0755", "--dir", "/agent"]
    descriptors: list[int] = []
    try:
        for folder in sorted({parent for file in candidate.files for parent in _parents(f"/agent/{file.path}")}):
            arguments += ["--perms", "0755", "--dir", folder]
        for file in candidate.files:
            held = os.memfd_create("agent", 0)
            descriptors.append(held)
            with os.fdopen(os.dup(held), "wb") as data:
                data.write(file.data)
            os.lseek(held, 0, os.SEEK_SET)
            arguments += ["--perms", "0555" if file.executable else "0444", "--file", str(held), f"/agent/{file.path}"]
        for path in candidate.shared:
            arguments += ["--ro-bind", path, f"/agent/{Path(path).name}"]
        for number, path in enumerate(candidate.packages):
            for folder in _parents(f"/packages/{number}"):
                arguments += ["--perms", "0755", "--dir", folder]
            arguments += ["--ro-bind", path, f"/packages/{number}"]
        arguments += ["--remount-ro", "/", "--chdir", "/tmp"]
        as_root = os.getuid() == 0
        user = _FIRST_USER + _thread() if as_root else None
        settings = _settings(candidate, limits, Path("/agent"), Path("/tmp"), user=user, private=True)
        script = "functions.py" if candidate.is_function else "programs.py"
        # Programs are started from a Python that needs nothing; a function may use what is installed.
        options = ["-I"] if candidate.is_function else ["-I", "-S"]
        command = [*arguments, "--", sys.executable, *options, f"/noughts/{script}", json.dumps(settings)]
        yield Start(command, tuple(descriptors))
    finally:
        for held in descriptors:
            os.close(held)


@contextlib.contextmanager
def _trusted(candidate: Candidate, limits: Limits) -> Iterator[Start]:
    with tempfile.TemporaryDirectory(prefix=f"{_LEFTOVERS}{os.getpid()}-", ignore_cleanup_errors=True) as root:
        folder, scratch = Path(root, "agent"), Path(root, "tmp")
        for directory in (folder, scratch):
            directory.mkdir()
        for file in candidate.files:
            path = folder / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.data)
            path.chmod(0o555 if file.executable else 0o444)
        for shared in candidate.shared:
            (folder / Path(shared).name).symlink_to(shared)
        settings = _settings(candidate, limits, folder, scratch, user=None, private=False)
        script = "functions.py" if candidate.is_function else "programs.py"
        yield Start([sys.executable, "-I", str(_CHILD / script), json.dumps(settings)])


def sweep() -> None:
    """Removes the folders of trusted agents whose grader was killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_LEFTOVERS}*"):
        pid = folder.name.removeprefix(_LEFTOVERS).partition("-")[0]
        if pid.isdigit() and not Path("/proc", pid).exists():
            shutil.rmtree(folder, ignore_errors=True)


def _settings(
    candidate: Candidate, limits: Limits, folder: Path, scratch: Path, *, user: int | None, private: bool
) -> dict[str, Any]:
    source = str(folder / candidate.main)
    words = {"{src}": source, "{python}": sys.executable}
    command = []
    for word in candidate.command:
        for name, value in words.items():
            word = word.replace(name, value)
        command.append(word)
    rlimits = {
        "DATA": limits.memory,
        "FSIZE": limits.file_size,
        "CORE": 0,
        "NOFILE": 256,
        # Outside a sandbox it would count everything that the user runs; there the processes are watched instead.
        "NPROC": limits.processes if private else None,
        "CPU": None if candidate.is_function else math.ceil(2 * limits.seconds) + 2,
    }
    return {
        "limits": rlimits,
        "user": user,
        "private": private,
        "directory": str(folder),
        "command": command,
        "main": candidate.main,
        "interface": candidate.interface.as_data() if candidate.interface is not None else None,
        "part": parts.named(candidate.how, candidate.part).call.as_data() if candidate.part else None,
        "survey": candidate.interface is None,
        "definitions": candidate.definitions,
        # An agent that was recognised has been loaded before; a busy machine must not cost it its grade.
        "loading": limits.loading if candidate.interface is None else 3 * limits.loading,
        "packages": [f"/packages/{at}" if private else path for at, path in enumerate(candidate.packages)],
        "seconds": limits.seconds,
        "output": limits.output,
        "environment": {
            "PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(scratch),
            "TMPDIR": str(scratch),
            "LANG": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",
            "OMP_NUM_THREADS": "1",
        },
    }


def _base() -> list[str]:
    """Namespaces. Root needs no user namespace: its rights end when the agent's user is taken on."""
    arguments = ["bwrap", "--die-with-parent", "--new-session", "--clearenv", "--hostname", "agent"]
    arguments += ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
    if os.getuid() == 0:
        arguments += ["--cap-drop", "ALL"]
        for needed in ("CAP_SETUID", "CAP_SETGID", "CAP_KILL"):
            arguments += ["--cap-add", needed]
    else:
        arguments += ["--unshare-user"]
        if _numbers(version()) >= (0, 8):
            arguments += ["--disable-userns"]
    return arguments


def _view(with_noughts: bool = False) -> list[str]:
    """What of the file system is there: programs, the Python that runs us, our scripts; never the package itself."""
    arguments = []
    for path in _SYSTEM:
        if Path(path).is_symlink() and not path.startswith("/etc"):
            arguments += ["--symlink", str(Path(path).readlink()), path]
        elif Path(path).exists():
            arguments += ["--ro-bind", os.path.realpath(path), path]
    arguments += ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
    arguments += ["--perms", "1777", "--size", str(64 << 20), "--tmpfs", "/tmp"]
    shown = _python_folders()
    for folder in [*shown, "/noughts"]:
        for parent in _parents(folder):
            arguments += ["--perms", "0755", "--dir", parent]
    for folder in shown:
        arguments += ["--ro-bind", folder, folder]
    if not with_noughts:
        for hidden in _our_own(shown):
            arguments += ["--tmpfs", hidden]
    return [*arguments, "--ro-bind", str(_CHILD), "/noughts"]


@cache
def _python_folders() -> tuple[str, ...]:
    """The folders of the interpreter, outermost first, without those that the system has anyway."""
    real = Path(os.path.realpath(sys.executable)).parents[1]
    folders = {str(Path(path)) for path in (sys.prefix, sys.base_prefix, sys.exec_prefix, str(real))}
    outside = sorted(folder for folder in folders if not folder.startswith("/usr"))
    return tuple(
        folder for at, folder in enumerate(outside) if not any(folder.startswith(f"{above}/") for above in outside[:at])
    )


def _our_own(shown: tuple[str, ...]) -> list[str]:
    """The package, with its tables of answers, where an agent would see it."""
    places = [_PACKAGE, *_PACKAGE.parent.glob("noughts-*.dist-info")]
    return [str(path) for path in places if any(str(path).startswith(f"{place}/") for place in (*shown, "/usr"))]


def _parents(path: str) -> list[str]:
    return [str(parent) for parent in reversed(Path(path).parents) if str(parent) != "/"]


def _thread() -> int:
    """A number that no other thread on the machine has."""
    import threading

    return threading.get_native_id()
