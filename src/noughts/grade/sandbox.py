"""Where an agent runs: in bubblewrap's sandbox, otherwise confined by Landlock, or, if trusted, in a folder of its own.

The confinement is chosen here, once, and tried from inside before any agent runs (`self_test`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from ..errors import NoughtsError
from . import bubblewrap, folders
from .candidates import Candidate
from .limits import Limits
from .settings import Start

__all__ = [
    "SandboxFailed",
    "SandboxMissing",
    "Start",
    "check",
    "confinement",
    "gaps",
    "prepared",
    "sweep",
    "why_missing",
]

sweep = folders.sweep


class SandboxMissing(NoughtsError):
    """There is no sandbox here, and the agents are not trusted."""


class SandboxFailed(NoughtsError):
    """A sandbox did not start, tried several times. Nothing of the agent has run in it, so it is not to blame."""


@cache
def why_missing() -> str | None:
    """Why agents cannot be confined here; None if they can."""
    if bubblewrap.why_missing() is None or folders.why_missing() is None:
        return None
    return f"{bubblewrap.why_missing()}; {folders.why_missing()}"


def confinement() -> str:
    """What confines agents here, with its version."""
    if bubblewrap.why_missing() is None:
        return bubblewrap.version()
    return folders.version() if folders.why_missing() is None else "none"


def gaps() -> tuple[str, ...]:
    """What the confinement does not protect against."""
    if bubblewrap.why_missing() is None:
        return ()
    return folders.gaps() if folders.why_missing() is None else ("anything: agents are trusted",)


def check(trust: bool) -> None:
    """Refuses to run agents without a sandbox, unless they are trusted."""
    reason = why_missing()
    if reason is not None and not trust:
        raise SandboxMissing(f"there is no sandbox, so no agent runs: {reason}; --trust runs them anyway")


@contextmanager
def prepared(candidate: Candidate, limits: Limits) -> Iterator[Start]:
    """Everything that starting the candidate once takes; released afterwards."""
    if bubblewrap.why_missing() is None:
        with bubblewrap.prepared(candidate, limits) as start:
            yield start
    else:
        with folders.prepared(candidate, limits, is_confined=folders.why_missing() is None) as start:
            yield start
