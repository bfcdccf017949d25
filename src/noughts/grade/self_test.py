"""Tries each protection from inside a sandbox like those of agents, before the first agent runs.

What a report says about protections is what was seen here, never what was meant. The probe is a program like any agent
(`child/probe.py`), with limits of its own that are soon reached.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import socket
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from . import groups, sandbox, visible
from .candidates import Candidate
from .children import GRACE, Child, ChildEnded
from .interfaces import JUDGE
from .limits import MEGABYTE, Limits
from .submissions import File

_LIMITS = Limits(
    seconds=10,
    memory=256 * MEGABYTE,
    processes=16,
    file_size=MEGABYTE,
    files=256,
    scratch=8 * MEGABYTE,
)
_SHORT = 0.2  # seconds, for the trial of the time limit

# In words, in the order of a report.
PROTECTIONS = {
    "separate-process": "Runs in processes of its own",
    "score-out-of-reach": "The score is kept where the agent cannot reach it",
    "no-network": "No network",
    "read-only-files": "Files: read-only, its own and the system's only",
    "private-temporary-folder": "A temporary folder of its own",
    "other-user": "Runs as a user of its own, without rights",
    "grader-out-of-sight": "Cannot look into the grader or the process that starts it",
    "no-signals": "Cannot send signals to other processes",
    "nothing-shared": "Shares nothing with other agents: no keys, memory, sockets or locks",
    "no-new-namespaces": "Cannot make namespaces",
    "system-call-filter": "System-call filter",
    "time-limit": "A time limit for every answer",
    "memory-limit": "A memory limit",
    "process-limit": "A limit of processes",
    "output-limit": "A limit of output",
    "file-size-limit": "A limit of the size of a file",
    "file-count-limit": "A limit of the number of files",
    "temporary-folder-limit": "A limit of the size of all files",
    "no-survivors": "Whatever it leaves running is killed",
}
# Without these an agent is not contained; the rest are limits, or depend on who grades.
ESSENTIAL = frozenset(
    {
        "score-out-of-reach",
        "no-network",
        "read-only-files",
        "private-temporary-folder",
        "grader-out-of-sight",
        "nothing-shared",
        "no-new-namespaces",
        "system-call-filter",
    }
)
# Trials one after the other in a sandbox, and the protection that holds if the grader had to step in.
_TRIALS = (
    {"views": "", "output": "output-limit", "leave": "", "left": "", "size": "temporary-folder-limit"},
    {"sleep": "time-limit"},
    {"files": "file-count-limit"},
    {"forks": "process-limit"},
)
_WITHOUT_SANDBOX = ({"views": "", "output": "output-limit", "leave": "", "left": ""}, {"sleep": "time-limit"})
_STEPPED_IN = {"output-limit": "output", "time-limit": "time"}  # the others end the child


def described(limits: Limits, memory: str = "") -> dict[str, str]:
    """In words, with the limits of a run. `memory` says how that of all processes is limited, if not as it is here."""
    by = memory or ("measured" if groups.place() is None else "by a control group")
    return PROTECTIONS | {
        "time-limit": f"{limits.seconds:g} s an answer, {limits.total:g} s in all",
        "memory-limit": f"Memory: {limits.memory // MEGABYTE:,} MB; of all processes and files together, {by}",
        "process-limit": f"At most {limits.processes} processes",
        "output-limit": f"At most {limits.output >> 10:,} kB of output an answer",
        "file-size-limit": f"Files of at most {limits.file_size // MEGABYTE:,} MB",
        "file-count-limit": f"At most {limits.files:,} files at a time",
        "temporary-folder-limit": f"At most {limits.scratch // MEGABYTE:,} MB of files at a time",
    }


_lock = threading.Lock()
_seen: dict[str, bool] = {}


def protections(trust: bool = False) -> dict[str, bool]:
    """What was seen to hold, tried once. Raises `SandboxMissing` if an agent would not be contained."""
    with _lock:
        if not _seen:
            try:
                _seen.update(run())
            except (OSError, sandbox.SandboxFailed) as error:
                raise sandbox.SandboxMissing(f"the self-test of the sandbox cannot run: {error}") from None
    broken = sorted(name for name in ESSENTIAL if not _seen[name])
    if broken and not trust:
        raise sandbox.SandboxMissing(
            f"{sandbox.confinement()} does not hold here: {', '.join(broken)} failed in the self-test; "
            "--trust runs agents anyway"
        )
    return dict(_seen)


def run() -> dict[str, bool]:
    """Tries everything, in several sandboxes at a time."""
    held = dict.fromkeys(PROTECTIONS, False)
    is_confined = sandbox.why_missing() is None
    with _facts() as facts, contextlib.ExitStack() as open_trials:
        groups = [_Group(group, facts, open_trials) for group in (_TRIALS if is_confined else _WITHOUT_SANDBOX)]
        for group in groups:
            for name, holds in group.results():
                held[name] = holds
    return held


@dataclass
class _Group:
    """Trials in one sandbox, which is started at once and started again when a trial was its end."""

    trials: dict[str, str]
    facts: dict[str, Any]
    stack: contextlib.ExitStack

    def __post_init__(self) -> None:
        self.limits = replace(_LIMITS, seconds=_SHORT) if "sleep" in self.trials else _LIMITS
        self.child = self._started()
        self._ask(next(iter(self.trials)))

    def results(self) -> Iterator[tuple[str, bool]]:
        for at, (trial, protection) in enumerate(self.trials.items()):
            if at:
                self._ask(trial)
            try:
                raw = self.child.receive(0, self.limits.seconds + GRACE)
            except ChildEnded as end:
                if protection:
                    yield protection, end.reply.status == "ended" and "more than" in end.reply.text
                self.child = self._started()
                continue
            if raw["status"] == "answer":
                with contextlib.suppress(ValueError):
                    yield from json.loads(raw["out"]).items()
            elif protection:
                yield protection, raw["status"] == _STEPPED_IN.get(protection)

    def _started(self) -> Child:
        child = Child(_PROBE, self.limits)
        self.stack.callback(child.close)
        return child

    def _ask(self, trial: str) -> None:
        self.child.send([{"id": 0, "text": json.dumps({**self.facts, "try": trial})}])


_PROBE = Candidate(
    "self-test",
    "probe.py",
    (File("probe.py", (visible.CHILD / "probe.py").read_bytes()),),
    JUDGE,
    ("{python}", "-I", "-S", "{src}"),
)


@contextlib.contextmanager
def _facts() -> Iterator[dict[str, Any]]:
    """Things that exist outside, and that nobody may reach from inside."""
    name = f"noughts-{secrets.token_hex(8)}"
    with contextlib.ExitStack() as stack:
        canary = stack.enter_context(tempfile.NamedTemporaryFile(prefix=f"{name}-"))
        canary.write(b"as it was")
        canary.flush()
        Path(canary.name).chmod(0o666)
        server = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        local = stack.enter_context(socket.socket(socket.AF_UNIX))
        with contextlib.suppress(OSError):  # Linux only
            local.bind(f"\0{name}")
            local.listen()
        locked = stack.enter_context(Path(os.path.realpath(sys.executable)).open("rb"))
        with contextlib.suppress(ImportError, OSError):
            import fcntl

            fcntl.flock(locked, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shared = Path("/dev/shm", name)
        with contextlib.suppress(OSError):
            shared.write_bytes(b"as it was")
            stack.callback(shared.unlink)
        yield {
            "canary": canary.name,
            "port": server.getsockname()[1],
            "socket": f"\0{name}",
            "shared": str(shared),
            "locked": locked.name,
            "pid": os.getpid(),
            "uid": os.getuid(),
            **_LIMITS.as_json(),
        }
