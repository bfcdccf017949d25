"""Runs in the agent's process before any code of the agent: gives up every right that the agent must not have."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from typing import Any

Settings = dict[str, Any]


def give_up_rights(settings: Settings) -> None:
    """Limits of memory, processes, file size and processor time; then another user, where we may choose one."""
    import resource

    for name, value in settings["limits"].items():
        which = getattr(resource, f"RLIMIT_{name}", None)
        if which is not None and value is not None:
            _, hard = resource.getrlimit(which)
            value = value if hard == resource.RLIM_INFINITY else min(value, hard)
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(which, (value, value))
    if settings["user"] is not None:
        os.setgroups([])
        os.setresgid(settings["user"], settings["user"], settings["user"])
        os.setresuid(settings["user"], settings["user"], settings["user"])


def hold_on_to_parent() -> None:
    """Without a sandbox: end when the grader ends, and inherit what a descendant leaves behind. Linux only."""
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes

        libc = ctypes.CDLL(None)
        libc.prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        libc.prctl(36, 1)  # PR_SET_CHILD_SUBREAPER


def private_ends() -> tuple[int, int]:
    """The two ends that lead to the grader, out of the way of the agent, whose standard streams lead nowhere."""
    questions, answers = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    return questions, answers


def kill_the_rest(settings: Settings, leader: int | None = None) -> bool:
    """Kills every process but this one that the agent has left; whether they are gone.

    In a sandbox that is everything in its own space of process numbers. `leader` is a process group to kill without.
    """
    for _ in range(200):
        left = _others(settings)
        if not left and leader is None:
            return True
        if leader is not None:
            with contextlib.suppress(OSError):
                os.killpg(leader, signal.SIGKILL)
            leader = None
        if settings["private"] and left:
            _kill_all(settings)
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if _others(settings):
            time.sleep(0.005)
    return not _others(settings)


def _kill_all(settings: Settings) -> None:
    """All at once, so that nothing can fork its way out: as the agent's own user, or in our own process numbers."""
    if settings["user"] is not None:
        pid = os.fork()
        if pid == 0:
            with contextlib.suppress(BaseException):
                os.setresuid(settings["user"], settings["user"], settings["user"])
                os.kill(-1, signal.SIGKILL)
            os._exit(0)
        with contextlib.suppress(OSError):
            os.waitpid(pid, 0)
    elif os.getpid() == 2:  # in a sandbox we are the second process, after its first; never do this elsewhere
        with contextlib.suppress(OSError):
            os.kill(-1, signal.SIGKILL)


def _others(settings: Settings) -> list[int]:
    if settings["private"]:
        own = (1, os.getpid())
        return [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) not in own]  # noqa: PTH208
    return _descendants(os.getpid())


def _descendants(pid: int) -> list[int]:
    children = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208
            with open(f"/proc/{pid}/task/{thread}/children") as file:  # noqa: PTH123
                children += [int(child) for child in file.read().split()]
    return children + [below for child in children for below in _descendants(child)]


def settings() -> Settings:
    """What the grader has decided, from the command line."""
    import json

    values: Settings = json.loads(sys.argv[1])
    if not values["private"]:
        hold_on_to_parent()
    return values
