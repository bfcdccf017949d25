"""The first choice of confinement: a sandbox made by bubblewrap, of namespaces and a filter of system calls.

In it there is no network, nothing of the file system but what `visible` shows and the agent's files, all read-only, and
a temporary folder that is gone with the agent. Process numbers are its own too, so that the end of the sandbox is the
end of everything in it. Run by root, the agent gets a user number that nobody else has; that is what makes the limit of
processes hold.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

from . import system_calls, visible
from .candidates import Candidate
from .limits import Limits
from .settings import Start, agent_settings, new_user, python_command
from .watching import Writable

_FIRST_USER = 0x4000_0000  # above any real user
_SHARED_MEMORY = 8 << 20  # for semaphores, mostly
_AS_ROOT = f"import os; os.setgroups([]); os.setresuid({_FIRST_USER}, {_FIRST_USER}, {_FIRST_USER}); print(1)"
_MOST_ARGUMENTS = 8000  # bubblewrap refuses 9,000


class TooManyFiles(OSError):
    """The agent has more files and folders than a sandbox can be given."""


@cache
def why_missing() -> str | None:
    """Why there is no such sandbox here; None if there is. Tried once, with the real thing."""
    if sys.platform != "linux":
        return "it needs Linux"
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed (on Debian: apt-get install bubblewrap)"
    if not system_calls.is_supported():
        return f"there is no filter of system calls for {os.uname().machine}"
    python = [sys.executable, "-I", "-S", "-c", _AS_ROOT if os.getuid() == 0 else "print(1)"]
    with _command([*_view((), with_noughts=False), "--chdir", "/"], python) as start:
        tried = partial(subprocess.run, start.command, pass_fds=start.descriptors, env={}, timeout=30)
        try:
            done = tried(capture_output=True, text=True, check=False)
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


@contextlib.contextmanager
def prepared(candidate: Candidate, limits: Limits) -> Iterator[Start]:
    """Everything that starting the candidate once takes; released afterwards."""
    arguments = [*_view(candidate.hidden, candidate.with_noughts, limits.scratch), "--perms", "0755", "--dir", "/agent"]
    user = new_user(_FIRST_USER) if os.getuid() == 0 else None
    with contextlib.ExitStack() as held:
        descriptors = []
        for folder in sorted({parent for file in candidate.files for parent in _parents(f"/agent/{file.path}")}):
            arguments += ["--perms", "0755", "--dir", folder]
        for file in candidate.files:
            descriptor = held.enter_context(_memory(file.data))
            descriptors.append(descriptor)
            mode = "0555" if file.executable else "0444"
            arguments += ["--perms", mode, "--file", str(descriptor), f"/agent/{file.path}"]
        for path in candidate.shared:
            arguments += ["--ro-bind", path, f"/agent/{Path(path).name}"]
        for number, path in enumerate(candidate.packages):
            arguments += ["--perms", "0755", "--dir", "/packages", "--ro-bind", path, f"/packages/{number}"]
        arguments += ["--remount-ro", "/", "--chdir", "/tmp"]
        settings = agent_settings(candidate, limits, Path("/agent"), Path("/tmp"), user=user, private=True)
        command = held.enter_context(_command(arguments, python_command(candidate, Path("/noughts"))))
        writable = (Writable("/tmp", _pages(limits.scratch)), Writable("/dev/shm", _SHARED_MEMORY))
        yield Start(command.command, (*command.descriptors, *descriptors), settings, writable)


@contextlib.contextmanager
def _command(arguments: list[str], inside: list[str]) -> Iterator[Start]:
    """Arguments are passed in a file: there may be many, and they are nobody's business."""
    program = shutil.which("bwrap")
    if program is None:  # it was there when the grading began
        raise FileNotFoundError(errno.ENOENT, "bubblewrap is not there any more")
    with _memory(system_calls.program()) as calls:
        everything = [*_base(), *arguments, "--seccomp", str(calls)]
        if len(everything) > _MOST_ARGUMENTS:
            raise TooManyFiles("more files and folders than a sandbox can be given")
        with _memory(b"".join(os.fsencode(argument) + b"\0" for argument in everything)) as listed:
            yield Start([program, "--args", str(listed), "--", *inside], (calls, listed))


@contextlib.contextmanager
def _memory(data: bytes) -> Iterator[int]:
    """A file that exists in memory only, ready to be read."""
    descriptor = os.memfd_create("agent", 0)
    try:
        with os.fdopen(os.dup(descriptor), "wb") as file:
            file.write(data)
        os.lseek(descriptor, 0, os.SEEK_SET)
        yield descriptor
    finally:
        os.close(descriptor)


def _base() -> list[str]:
    """Namespaces. Root needs no user namespace: its rights end when the agent's user is taken on."""
    arguments = ["--die-with-parent", "--new-session", "--as-pid-1", "--clearenv", "--hostname", "agent"]
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


def _view(submissions: tuple[str, ...], with_noughts: bool, size: int = Limits.scratch) -> list[str]:
    """The file system: what is shown, without what is hidden, and the folders that can be written."""
    arguments = []
    for path in visible.TOP_LEVEL:
        if Path(path).is_symlink():
            arguments += ["--symlink", str(Path(path).readlink()), path]
    arguments += ["--proc", "/proc", *_devices()]
    arguments += ["--perms", "1777", "--size", str(_pages(size)), "--tmpfs", "/tmp"]
    for parent in dict.fromkeys(parent for path in visible.shown() for parent in _parents(path)):
        arguments += ["--perms", "0755", "--dir", parent]
    for path in visible.shown():
        arguments += ["--ro-bind", os.path.realpath(path), path]
    for path in visible.hidden(submissions, with_noughts):
        arguments += ["--tmpfs", path] if Path(path).is_dir() else ["--ro-bind", "/dev/null", path]
    return [*arguments, "--ro-bind", str(visible.CHILD), "/noughts"]


def _devices() -> list[str]:
    """A /dev without /dev/zero, which is memory that nothing counts, and without terminals."""
    arguments = ["--perms", "0755", "--dir", "/dev"]
    for path in visible.DEVICES:
        arguments += ["--dev-bind", path, path]
    for name, target in (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")):
        arguments += ["--symlink", f"/proc/self/fd{target}", f"/dev/{name}"]
    return [*arguments, "--perms", "1777", "--size", str(_SHARED_MEMORY), "--tmpfs", "/dev/shm"]


def _parents(path: str) -> list[str]:
    return [str(parent) for parent in reversed(Path(path).parents) if str(parent) != "/"]


def _pages(size: int) -> int:
    """A size as the kernel rounds it."""
    page = os.sysconf("SC_PAGE_SIZE")
    return -(-size // page) * page
