"""Runs in the agent's process before any code of the agent: gives up every right that the agent must not have.

The helper is the process that the grader has started, and the parent of everything that the agent runs. An agent can
neither read nor change it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Settings = dict[str, Any]

_SET_PARENT_DEATH_SIGNAL, _SET_DUMPABLE, _SET_SUBREAPER = 1, 4, 36
_KEYCTL = {"x86_64": 250, "aarch64": 219}
_JOIN_SESSION_KEYRING = 1


def settings() -> Settings:
    """What the grader has decided: the first thing on standard input, after its length. Then hides the helper."""
    import json

    values: Settings = json.loads(_read(int(_read(8), 16)))
    _prctl(_SET_DUMPABLE, 0)  # its memory, its descriptors and its environment are nobody's business
    _join_own_keyring()
    values["scoped"] = False
    if values["landlock"] is not None:
        import landlock  # type: ignore[import-not-found]

        values["scoped"] = landlock.keep_signals_inside()
    if not values["private"]:
        _end_with_parent(values)
    return values


def _read(count: int) -> bytes:
    data = b""
    while len(data) < count:
        part = os.read(0, count - len(data))
        if not part:
            sys.exit("the grader has ended")
        data += part
    return data


def give_up_rights(settings: Settings) -> None:
    """Limits of memory, processes, file size and processor time; another user, where we may choose one; the rest."""
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
    if settings["landlock"] is not None:
        import landlock

        landlock.restrict(settings["landlock"], bytes.fromhex(settings["filter"]))
    _prctl(_SET_DUMPABLE, 1)


def supervise(settings: Settings) -> None:
    """Goes on in a process of its own; the helper waits for its end, and takes everything else with it."""
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        return
    for descriptor in (0, 1):  # the ends are the agent's
        os.close(descriptor)
    status = 1
    while True:
        with contextlib.suppress(ChildProcessError):
            ended, status = os.waitpid(-1, 0)
            if ended != pid:
                continue
        break
    kill_the_rest(settings)
    os._exit(1 if status else 0)


def private_ends() -> tuple[int, int]:
    """The two ends that lead to the grader, out of the way of the agent, whose standard streams lead nowhere."""
    questions, answers = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    return questions, answers


def wait_for_grader(questions: int, answers: int) -> None:
    """Says that the sandbox is ready, and waits until the grader has heard it: then the agent's code may run.

    Without the wait, an agent could take the word out of the pipe again, and its own end would look like ours.
    """
    os.write(answers, b"ready\n")
    if not os.read(questions, 1):
        sys.exit("the grader has ended")


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
        if left:
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
    elif (settings["private"] and os.getpid() == 1) or (settings["scoped"] and _cannot_reach_parent()):
        with contextlib.suppress(OSError):  # never elsewhere: it would reach everybody
            os.kill(-1, signal.SIGKILL)


def _cannot_reach_parent() -> bool:
    """Whether signals stay inside, tried with none."""
    try:
        os.kill(os.getppid(), 0)
    except PermissionError:
        return True
    return False


def use_of_processor(settings: Settings) -> tuple[float, float]:
    """For how many seconds the agent's processes have run together, and the longest that one waited for a processor."""
    run = longest = 0.0
    for pid in _others(settings):
        with contextlib.suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/schedstat", "rb") as file:  # noqa: PTH123
            ran, waited, *_ = (int(number) / 1e9 for number in file.read().split())
            run, longest = run + ran, max(longest, waited)
    return run, longest


def _others(settings: Settings) -> list[int]:
    if settings["private"]:
        own = os.getpid()
        return [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != own]  # noqa: PTH208
    return _descendants(os.getpid())


def _descendants(pid: int) -> list[int]:
    found, waiting = [], [pid]
    while waiting:
        above = waiting.pop()
        with contextlib.suppress(OSError):
            for thread in os.listdir(f"/proc/{above}/task"):  # noqa: PTH208
                with contextlib.suppress(OSError), open(f"/proc/{above}/task/{thread}/children") as file:  # noqa: PTH123
                    children = [int(child) for child in file.read().split()]
                    found += children
                    waiting += children
    return found


def _end_with_parent(settings: Settings) -> None:
    """Without process numbers of our own: end when the grader ends, and inherit what a descendant leaves behind."""

    def end(number: int, frame: object) -> None:
        kill_the_rest(settings)
        os._exit(1)

    signal.signal(signal.SIGTERM, end)
    _prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)
    _prctl(_SET_SUBREAPER, 1)


def _join_own_keyring() -> None:
    """The kernel's keys are kept by session; ours has none, and what an agent finds there is nobody else's."""
    number = _KEYCTL.get(os.uname().machine)
    if number is not None and sys.platform == "linux":
        _libc().syscall(number, _JOIN_SESSION_KEYRING, None)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        _libc().prctl(option, value, 0, 0, 0)


def _libc() -> Any:
    """The C library; where there is none to load, nothing is protected and the self-test says so."""
    try:
        import ctypes

        return ctypes.CDLL(None, use_errno=True)
    except (ImportError, OSError):
        return _Nothing()


class _Nothing:
    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: -1
