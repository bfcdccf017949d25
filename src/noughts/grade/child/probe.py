"""Tries the protections from inside, as an agent would, and prints which of them held.

A program like any agent: the question names what to try, and the facts that it takes.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

Facts = dict[str, Any]

_CALLS = {  # ptrace, add_key, keyctl, shmget, unshare, personality
    "x86_64": (101, 248, 250, 29, 272, 135),
    "aarch64": (117, 217, 219, 194, 97, 92),
}
_NEW_USER_NAMESPACE = 0x1000_0000
_THIS_SESSION, _DESCRIBE = -3, 6
_ATTACH = 16


def is_refused(attempt: Callable[..., object], *arguments: Any) -> bool:
    """Whether an attempt ends in an error of the system."""
    try:
        attempt(*arguments)
    except (OSError, MemoryError):
        return True
    return False


def call(number: int, *arguments: Any) -> None:
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(number, *arguments) < 0:
        raise OSError(ctypes.get_errno(), "refused")


def read(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123
        data = file.read(1)
    if not data:
        raise OSError("nothing in it")
    return data


def create(path: str) -> None:
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))


def views(facts: Facts) -> dict[str, bool]:
    """Everything that takes no time."""
    ptrace, add_key, keyctl, shmget, unshare, personality = _CALLS[os.uname().machine]
    above = {os.getppid(), 1, facts["pid"]}
    outside = [os.path.dirname(__file__), "/", "/usr/bin", sys.prefix]  # noqa: PTH120
    secrets = [f"/proc/{pid}/{name}" for pid in above for name in ("environ", "mem", "maps")]
    return {
        "separate-process": os.getpid() != facts["pid"],
        "read-only-files": all(is_refused(create, f"{folder}/forged") for folder in outside)
        and is_refused(read, facts["canary"]),
        "private-temporary-folder": is_refused(os.listdir, os.path.dirname(facts["canary"]))  # noqa: PTH120
        or not os.path.exists(facts["canary"]),  # noqa: PTH110
        "score-out-of-reach": is_refused(os.open, facts["canary"], os.O_RDWR),
        "no-network": is_refused(connect, ("127.0.0.1", facts["port"]), 2),
        "grader-out-of-sight": all(is_refused(read, path) for path in secrets)
        and all(is_refused(os.listdir, f"/proc/{pid}/fd") for pid in above)
        and all(is_refused(call, ptrace, _ATTACH, pid, 0, 0) for pid in above),
        "no-signals": is_refused(os.kill, facts["pid"], 0),
        "nothing-shared": is_refused(call, keyctl, _DESCRIBE, _THIS_SESSION, None, 0)
        and is_refused(call, add_key, b"user\0", b"noughts\0", b"1", 1, _THIS_SESSION)
        and is_refused(call, shmget, 0, 4096, 0o1600)
        and is_refused(connect, facts["socket"], 1)
        and is_refused(read, facts["shared"])
        and is_unlocked(facts["locked"]),
        "other-user": os.getuid() != facts["uid"],
        "memory-limit": is_refused(bytearray, facts["memory"] + 1),
        "file-size-limit": is_refused(resize, "large", facts["file_size"] + 1),
        "no-new-namespaces": is_refused(call, unshare, _NEW_USER_NAMESPACE),
        "system-call-filter": is_refused(call, personality, 0xFFFF_FFFF),
    }


def connect(address: Any, family: int) -> None:
    import _socket

    end = _socket.socket(family, 1)
    end.settimeout(1)
    end.connect(address)


def is_unlocked(path: str) -> bool:
    """Whether a lock that somebody else has cannot be noticed."""
    import fcntl

    with open(path, "rb") as file:  # noqa: PTH123
        return not is_refused(fcntl.flock, file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def resize(name: str, size: int) -> None:
    with open(scratch(name), "wb") as file:  # noqa: PTH123
        file.truncate(size)


def scratch(name: str) -> str:
    return os.path.join(os.environ["TMPDIR"], name)  # noqa: PTH118


def forks(facts: Facts) -> dict[str, bool]:
    started = 0
    with contextlib.suppress(OSError):
        while started < 2 * facts["processes"] + 16:
            if os.fork() == 0:
                time.sleep(5)
                os._exit(0)
            started += 1
    if started > facts["processes"]:
        time.sleep(30)  # whoever counts may look now
    return {"process-limit": started <= facts["processes"]}


def files(facts: Facts) -> dict[str, bool]:
    for number in range(2 * facts["files"]):
        create(scratch(str(number)))
    time.sleep(30)
    return {"file-count-limit": False}


def size(facts: Facts) -> dict[str, bool]:
    """Also when the files have no names any more."""
    held = []
    try:
        for number in range(2 * facts["scratch"] // facts["file_size"]):
            held.append(os.open(scratch(f"part{number}"), os.O_WRONLY | os.O_CREAT, 0o600))
            os.posix_fallocate(held[-1], 0, facts["file_size"])
    except OSError:
        return {"temporary-folder-limit": True}
    time.sleep(30)
    return {"temporary-folder-limit": False}


def output(facts: Facts) -> dict[str, bool]:
    os.write(1, b"x" * (facts["output"] + 1))
    return {"output-limit": False}


def sleep(facts: Facts) -> dict[str, bool]:
    time.sleep(30)
    return {"time-limit": False}


def leave(facts: Facts) -> dict[str, bool]:
    """A process that goes on, and shows it."""
    if os.fork() == 0:
        os.setsid()
        for descriptor in range(3):
            os.close(descriptor)
        for beat in range(3000):
            with open(scratch("beat"), "w") as file:  # noqa: PTH123
                file.write(str(beat))
            time.sleep(0.01)
        os._exit(0)
    while not os.path.exists(scratch("beat")):  # noqa: PTH110
        time.sleep(0.001)
    return {}


def left(facts: Facts) -> dict[str, bool]:
    before = os.stat(scratch("beat")).st_mtime_ns  # noqa: PTH116
    time.sleep(0.05)
    return {"no-survivors": os.stat(scratch("beat")).st_mtime_ns == before}  # noqa: PTH116


TRIALS = {trial.__name__: trial for trial in (views, forks, files, size, output, sleep, leave, left)}


if __name__ == "__main__":
    question = json.loads(sys.stdin.read())
    sys.stdout.write(json.dumps(TRIALS[question["try"]](question)))
