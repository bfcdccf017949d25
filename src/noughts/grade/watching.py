"""Watches what an agent uses while it runs: its processes, their memory, and what it has written.

The limits that the kernel keeps are for each process; these are for all of them together. They are measured several
times a second.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .limits import Limits

_PAGE = os.sysconf("SC_PAGE_SIZE")
_FILE_COST = 1 << 10  # what the kernel keeps for a file, however little there is in it
_SLACK = 1 << 20  # folders have a size too
_LONGEST_PATH = 2000  # a folder with a longer one is taken for too many
_EXTRA_PROCESSES = 8  # bubblewrap's, and the one that starts programs


@dataclass(frozen=True)
class Writable:
    """A folder that an agent can write to. `size` is that of its file system, if it has one inside the sandbox."""

    path: str
    size: int | None = None


def excess(pid: int, folders: Sequence[Writable], limits: Limits) -> tuple[str, str] | None:
    """The first limit that the processes below this one exceed: a status and words; None if they keep all."""
    members = descendants(pid)
    files = used = 0
    for folder in folders:
        more_files, more_used = _written(folder, members, limits)
        files, used = files + more_files, used + more_used
    if files > limits.files:
        return "ended", f"more than {limits.files:,} files"
    if used > limits.scratch + _SLACK:
        return "ended", f"more than {limits.scratch >> 20:,} MB of files"
    left = limits.memory - used - files * _FILE_COST
    if memory(members, left) > left:
        return "memory", f"more than {limits.memory >> 20:,} MB of memory"
    if len(members) > limits.processes + _EXTRA_PROCESSES:
        return "ended", f"more than {limits.processes} processes"
    return None


def descendants(pid: int) -> list[int]:
    """Every process below this one. Empty where the system does not tell."""
    found, waiting = [], [pid]
    while waiting:
        children = _children(waiting.pop())
        found += children
        waiting += children
    return found


Use = dict[int, tuple[float, float]]


def use_of_processor(pid: int) -> Use:
    """For how many seconds each process below this one has run, and was ready to run and had no processor."""
    found = {}
    for member in descendants(pid):
        with contextlib.suppress(OSError, ValueError, IndexError):
            run, waited, *_ = Path(f"/proc/{member}/schedstat").read_text().split()
            found[member] = int(run) / 1e9, int(waited) / 1e9
    return found


def used_since(before: Use, pid: int) -> tuple[float, float]:
    """What they have run together since then, and the longest that one of them waited."""
    changes = [
        (run - before.get(member, (0.0, 0.0))[0], waited - before.get(member, (0.0, 0.0))[1])
        for member, (run, waited) in use_of_processor(pid).items()
    ]
    return sum(run for run, _ in changes), max((waited for _, waited in changes), default=0.0)


def _children(pid: int) -> list[int]:
    children: list[int] = []
    with contextlib.suppress(OSError, ValueError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(OSError):
                children += map(int, (thread / "children").read_text().split())
    return children


def memory(members: Sequence[int], limit: int) -> int:
    """How much memory processes hold together.

    What several share is counted once, but only where counting it for each goes beyond the limit: it takes longer.
    """
    counted = sum(_pages(member) for member in members)
    return counted if counted <= limit else sum(_proportional(member) for member in members)


def _pages(pid: int) -> int:
    with contextlib.suppress(OSError, ValueError, IndexError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    return 0


def _proportional(pid: int) -> int:
    """The memory of a process, shared pages divided among those who share them; all pages where that is not told."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) << 10
    return _pages(pid)


def _written(folder: Writable, members: Sequence[int], limits: Limits) -> tuple[int, int]:
    """How many files there are in a folder, and their size."""
    if folder.size is None:
        files, size = _walk(folder.path, limits)
        deleted = _deleted(folder.path, members)
        return files + len(deleted), size + sum(deleted.values())
    with contextlib.suppress(OSError, IndexError):
        system = os.statvfs(f"/proc/{members[0]}/root{folder.path}")
        if system.f_blocks * system.f_frsize == folder.size:  # otherwise the sandbox is not made yet
            return system.f_files - system.f_ffree, (system.f_blocks - system.f_bfree) * system.f_frsize
    return 0, 0


def _walk(folder: str, limits: Limits) -> tuple[int, int]:
    """The same without a file system of its own. No further than the limits."""
    files = size = 0
    waiting = [folder]
    while waiting and files <= limits.files and size <= limits.scratch + _SLACK:
        if len(waiting[-1]) > _LONGEST_PATH:
            return limits.files + 1, size
        with contextlib.suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                files += 1
                with contextlib.suppress(OSError):
                    size += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                if files > limits.files:
                    break
    return files, size


def _deleted(folder: str, members: Sequence[int]) -> dict[tuple[int, int], int]:
    """The sizes of files that were deleted in a folder and are still open."""
    found = {}
    for member in members:
        with contextlib.suppress(OSError):
            for number in os.listdir(f"/proc/{member}/fd"):  # noqa: PTH208
                with contextlib.suppress(OSError):
                    path = f"/proc/{member}/fd/{number}"
                    target = os.readlink(path)  # noqa: PTH115
                    if target.startswith(f"{folder}/") and target.endswith(" (deleted)"):
                        state = os.stat(path)  # noqa: PTH116
                        found[state.st_dev, state.st_ino] = state.st_blocks * 512
    return found
