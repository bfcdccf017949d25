"""Control groups (version 2): the kernel's limit for the memory of all processes of an agent together.

One is used where it can be had: where a group above ours hands memory on to its members and lets us make another, as
that of a user's session does. It is tried once, with a process. Elsewhere memory is only measured (`watching`).
"""

from __future__ import annotations

import contextlib
import os
import secrets
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .limits import MEGABYTE, Limits

_OURS = 32 * MEGABYTE  # what the sandbox and the process that starts the agent may take
_ENTER = 'echo $$ >"$0" && exec "$@"'  # before anything of the agent is there, so that nothing of it stays outside
_SECONDS = 2.0  # until the last process has left a group


@dataclass(frozen=True)
class Group:
    """A group with nobody in it yet."""

    folder: Path

    def entering(self, command: Sequence[str]) -> list[str]:
        """The command as a member of the group."""
        return ["/bin/sh", "-c", _ENTER, str(self.folder / "cgroup.procs"), *command]

    @property
    def ran_out(self) -> bool:
        """Whether the kernel had to kill a member because all of them together took too much."""
        with contextlib.suppress(OSError, ValueError):
            events = dict(line.split() for line in (self.folder / "memory.events").read_text().splitlines())
            return int(events.get("oom_kill", 0)) > 0
        return False


@contextlib.contextmanager
def made(limits: Limits) -> Iterator[Group | None]:
    """A group for one sandbox; None where there can be none."""
    parent = place()
    if parent is None:
        yield None
        return
    with _made(parent, limits.memory + _OURS) as group:
        yield group


@cache
def place() -> Path | None:
    """The group in which ours can be made; None where there is no such group."""
    try:
        return find(Path("/proc/self/mountinfo").read_text(), Path("/proc/self/cgroup").read_text())
    except OSError:
        return None


def find(mounts: str, memberships: str) -> Path | None:
    """The nearest group above ours that works, tried with a process."""
    mount = next((line.split()[4] for line in mounts.splitlines() if " - cgroup2 " in line), None)
    own = next((line[3:] for line in memberships.splitlines() if line.startswith("0::")), None)
    if mount is None or own is None:
        return None
    here = Path(mount, own.lstrip("/"))
    above = [folder for folder in (here, *here.parents) if folder.is_relative_to(mount)]
    return next((folder for folder in above if _hands_on_memory(folder) and _works(folder)), None)


def _hands_on_memory(folder: Path) -> bool:
    with contextlib.suppress(OSError):
        return "memory" in (folder / "cgroup.subtree_control").read_text().split() and os.access(folder, os.W_OK)
    return False


def _works(folder: Path) -> bool:
    """Whether a process can be started in a group here, and is seen there."""
    with contextlib.suppress(OSError, subprocess.SubprocessError), _made(folder, 64 * MEGABYTE) as group:
        command = group.entering(["/bin/cat", "/proc/self/cgroup"])
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
        return done.stdout.strip().endswith(f"/{group.folder.name}")
    return False


@contextlib.contextmanager
def _made(parent: Path, memory: int) -> Iterator[Group]:
    folder = parent / f"noughts-{os.getpid()}-{secrets.token_hex(4)}"
    folder.mkdir()
    try:
        (folder / "memory.max").write_text(str(memory))
        (folder / "memory.oom.group").write_text("1")  # a sandbox in which something was killed is of no more use
        with contextlib.suppress(OSError):  # there may be no swap
            (folder / "memory.swap.max").write_text("0")
        yield Group(folder)
    finally:
        _remove(folder)


def _remove(folder: Path) -> None:
    """What was killed may take a moment to leave. A group that stays has nobody in it, and costs nothing."""
    deadline = time.monotonic() + _SECONDS
    while time.monotonic() < deadline:
        try:
            folder.rmdir()
            return
        except FileNotFoundError:
            return
        except OSError:
            time.sleep(0.02)
