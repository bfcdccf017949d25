"""The second choice of confinement, for machines on which no namespaces can be made: Landlock and a filter of calls.

The agent gets a folder of its own. Landlock keeps it from all other files, from connections, and from the processes of
others; where the grader is root and the interpreter can be read by everybody, the agent also gets a user of its own.
Agents that are trusted run in such a folder and are not confined.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache, lru_cache, partial
from pathlib import Path

from . import system_calls, visible
from .candidates import Candidate
from .child import landlock
from .limits import Limits
from .settings import Start, agent_settings, new_user, python_command
from .watching import Writable

_LEFTOVERS = "noughts-agent-"
_FIRST_USER = 0x5000_0000
_MARGIN = 8  # without a user of its own, the kernel counts what others start too; each agent is watched as well


@cache
def why_missing() -> str | None:
    """Why agents cannot be confined in this way; None if they can."""
    if sys.platform != "linux":
        return "it needs Linux"
    if not system_calls.is_supported():
        return f"there is no filter of system calls for {os.uname().machine}"
    try:
        return None if landlock.version() else "this Linux has no Landlock"
    except (ImportError, OSError) as error:
        return f"Landlock cannot be used: {error}"


def version() -> str:
    return f"Landlock, version {landlock.version()}"


def gaps() -> tuple[str, ...]:
    """What this confinement does not protect against, here."""
    known = landlock.version()
    found = ["it can learn that a file exists, how large it is and when it was changed, but not what is in it"]
    if not has_own_user():
        found.append("it runs as the user who grades")
        found.append("the number of its processes is measured, not limited by the kernel")
    found.append("the size of its temporary folder is measured, not limited by a file system")
    if known < 3:
        found.append("it can empty files that the user who grades can write")
    if known < 6 and not has_own_user():
        found.append("it can send signals to processes of the user who grades")
        found.append("a process that always starts another and ends may survive")
    return tuple(found)


@contextlib.contextmanager
def prepared(candidate: Candidate, limits: Limits, *, is_confined: bool) -> Iterator[Start]:
    """A folder with the agent's files and one to write to, both gone afterwards."""
    user = new_user(_FIRST_USER) if is_confined and has_own_user() else None
    with _temporary() as root:
        folder, scratch = Path(root, "agent"), Path(root, "tmp")
        for directory in (folder, scratch):
            directory.mkdir()
        _write(candidate, folder)
        if user is not None:
            Path(root).chmod(0o711)
            os.chown(scratch, user, user)
        settings = agent_settings(
            candidate,
            limits,
            folder,
            scratch,
            user=user,
            private=False,
            processes=_processes_now() + _MARGIN * limits.processes if is_confined else None,
            landlock=_rules(candidate, folder, scratch) if is_confined else None,
            calls=system_calls.program(own_files=False) if is_confined else b"",
        )
        command = python_command(candidate, visible.CHILD)
        writable = (Writable(str(scratch)),) if is_confined else ()
        yield Start(command, (), settings, writable, is_private=False)


@contextlib.contextmanager
def _temporary() -> Iterator[str]:
    root = tempfile.mkdtemp(prefix=f"{_LEFTOVERS}{os.getpid()}-")
    try:
        yield root
    finally:
        _remove(Path(root))


def _remove(root: Path) -> None:
    """Removes a folder, however deep it is: what lies deeper is moved up first. Links are removed, not followed."""
    number = 0
    with contextlib.suppress(OSError):
        while folders := [entry for entry in os.scandir(root) if _is_folder_or_removed(entry)]:
            for folder in folders:
                os.chmod(folder.path, 0o700)  # noqa: PTH101
                for entry in list(os.scandir(folder.path)):
                    if _is_folder_or_removed(entry):
                        number += 1
                        os.chmod(entry.path, 0o700)  # noqa: PTH101
                        os.rename(entry.path, root / f".{number}")  # noqa: PTH104
                os.rmdir(folder.path)  # noqa: PTH106
        root.rmdir()


def _is_folder_or_removed(entry: os.DirEntry[str]) -> bool:
    if entry.is_dir(follow_symlinks=False):
        return True
    os.unlink(entry.path)  # noqa: PTH108
    return False


def _write(candidate: Candidate, folder: Path) -> None:
    for file in candidate.files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.data)
        path.chmod(0o555 if file.executable else 0o444)
    for shared in candidate.shared:
        (folder / Path(shared).name).symlink_to(shared)


def _rules(candidate: Candidate, folder: Path, scratch: Path) -> dict[str, list[str]]:
    """The paths by what may be done there. Landlock can only allow: what is hidden is left out of what is allowed."""
    read, listed = _without(tuple(visible.hidden(candidate.hidden, candidate.with_noughts)))
    own = [str(folder), str(visible.CHILD), *candidate.shared]
    return {"read": [*own, *read], "list": [*listed], "write": [str(scratch)], "devices": list(visible.DEVICES)}


@lru_cache(maxsize=16)
def _without(hidden: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """What can be read of all that is shown, and listed. Looked up once: what appears there later is not allowed."""
    read: list[str] = []
    listed: list[str] = []
    for path in visible.shown():
        _leave_out(path, list(hidden), read, listed)
    return read, listed


def _leave_out(path: str, hidden: list[str], read: list[str], listed: list[str]) -> None:
    """Allows a path without what is hidden below it; names in the folders on the way there can be listed."""
    inside = [one for one in hidden if visible.is_below(one, path)]
    if path in inside:
        return
    if not inside:
        read.append(path)
        return
    listed.append(path)
    with contextlib.suppress(OSError):
        for child in sorted(Path(path).iterdir()):
            _leave_out(str(child), inside, read, listed)


@cache
def has_own_user() -> bool:
    """Whether root can run an agent as somebody else: there must be users to choose, who can run this Python. Tried."""
    if os.getuid() != 0:
        return False
    look = f"import os; os.listdir({str(visible.CHILD)!r}); os.stat({tempfile.gettempdir()!r} + '/.')"
    run = partial(subprocess.run, [sys.executable, "-I", "-S", "-c", look], env={}, cwd="/", timeout=30)
    try:
        done = run(user=_FIRST_USER, group=_FIRST_USER, extra_groups=[], capture_output=True, check=False)
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


def _processes_now() -> int:
    """Processes and threads of this user; the kernel counts all of them."""
    count, user = 0, os.getuid()
    for name in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208
        with contextlib.suppress(OSError):
            if os.stat(f"/proc/{name}").st_uid == user:  # noqa: PTH116
                count += len(os.listdir(f"/proc/{name}/task"))  # noqa: PTH208
    return count


def sweep() -> None:
    """Removes the folders of agents whose grader was killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_LEFTOVERS}*"):
        pid = folder.name.removeprefix(_LEFTOVERS).partition("-")[0]
        if pid.isdigit() and not Path("/proc", pid).exists():
            _remove(folder)
