"""What the process in a sandbox is told: how the agent is run, and what it may use."""

from __future__ import annotations

import itertools
import json
import math
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import parts
from .candidates import Candidate
from .limits import Limits
from .watching import Writable

_STARTS = 64  # users of one thread, before the first comes again
_numbers = itertools.count()


@dataclass(frozen=True)
class Start:
    """How to start a child: the command, the descriptors that it inherits, what it is told first.

    `writable` are the folders that it can write to. `is_private` says that all of its processes end with the first.
    """

    command: list[str]
    descriptors: tuple[int, ...] = ()
    settings: bytes = b""
    writable: tuple[Writable, ...] = ()
    is_private: bool = True


def new_user(first: int) -> int:
    """A user number that nobody else on the machine has: of this thread, and of this start."""
    return first + threading.get_native_id() * _STARTS + next(_numbers) % _STARTS


def python_command(candidate: Candidate, scripts: Path) -> list[str]:
    """Programs are started from a Python that needs nothing; a function may use what is installed."""
    if candidate.is_function:
        return [sys.executable, "-I", str(scripts / "start.py"), "functions"]
    return [sys.executable, "-I", "-S", str(scripts / "start.py"), "programs"]


def agent_settings(
    candidate: Candidate,
    limits: Limits,
    folder: Path,
    scratch: Path,
    *,
    user: int | None,
    private: bool,
    processes: int | None = None,
    landlock: dict[str, list[str]] | None = None,
    calls: bytes = b"",
) -> bytes:
    """Read by `child/confine.py`: the length, then JSON.

    `private` says that process numbers are the agent's own. `processes` is the limit that the kernel keeps for the
    user, if it is not that of the agent.
    """
    rlimits = {
        "DATA": limits.memory,
        "FSIZE": limits.file_size,
        "CORE": 0,
        "NOFILE": 256,
        "SIGPENDING": 256,
        "MEMLOCK": 0,
        "NPROC": limits.processes if private or user is not None else processes,
        "CPU": None if candidate.is_function else math.ceil(2 * limits.seconds) + 2,
    }
    values: dict[str, Any] = {
        "limits": rlimits,
        "user": user,
        "private": private,
        "landlock": landlock,
        "filter": calls.hex(),
        "directory": str(folder),
        "command": [_filled(word, str(folder / candidate.main)) for word in candidate.command],
        "main": candidate.main,
        "interface": candidate.interface.as_data() if candidate.interface is not None else None,
        "part": parts.named(candidate.how, candidate.part).call.as_data() if candidate.part else None,
        "survey": list(candidate.shape) if candidate.interface is None else None,
        "definitions": candidate.definitions,
        "loading": limits.loading if candidate.interface is None else limits.loading_again,
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
    data = json.dumps(values).encode()
    return b"%08x" % len(data) + data


def _filled(word: str, source: str) -> str:
    """A word of the command with the agent's file in it, whose name may contain anything."""
    return source.join(part.replace("{python}", sys.executable) for part in word.split("{src}"))
