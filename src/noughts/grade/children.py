"""Starts, watches and kills the process that answers questions for an agent. Nothing that it sends is trusted.

A question is a line of JSON to the child, a reply is a line of JSON from it. The child may send anything, at any time,
or nothing at all.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import sandbox
from .candidates import Candidate
from .limits import Limits

_TICK = 0.05
GRACE = 3.0  # what starting and passing on may take beyond the agent's own time
_EXTRA_PROCESSES = 8  # bubblewrap's, and the one that starts programs
_LONGEST = 200
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Reply:
    """What came of one question: `status` is `answer`, `crash`, `time`, `memory`, `output`, `ended` or `not-asked`.

    `text` is the answer as it was given, or the reason why there is none.
    """

    status: str
    text: str
    seconds: float = 0.0


class ChildEnded(Exception):
    """The child cannot be used any more; `reply` says what that means for the question it was asked."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply.text)
        self.reply = reply


class Stopped(Exception):
    """The grader is to stop; what was answered so far stands."""


class Child:
    """One sandbox with one agent in it."""

    def __init__(self, candidate: Candidate, limits: Limits, is_stopped: Callable[[], bool] = lambda: False) -> None:
        self.limits, self._is_stopped = limits, is_stopped
        self._buffer = bytearray()
        self._held = contextlib.ExitStack()
        start = self._held.enter_context(sandbox.prepared(candidate, limits))
        self._process = subprocess.Popen(
            start.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=start.descriptors,
            start_new_session=True,
            cwd="/",
        )

    def send(self, questions: Iterable[dict[str, Any]]) -> None:
        assert self._process.stdin is not None
        text = b"".join(json.dumps(question).encode() + b"\n" for question in questions)
        try:
            os.write(self._process.stdin.fileno(), text)
        except OSError:  # it has ended; reading the reply will tell how
            return

    def receive(self, expected: int, seconds: float) -> dict[str, Any]:
        """The next reply, which must be to the question of that number. `ChildEnded` if it does not come in time."""
        assert self._process.stdout is not None
        deadline, output = time.monotonic() + seconds, self._process.stdout.fileno()
        if self._is_stopped():
            raise Stopped
        while b"\n" not in self._buffer:
            if len(self._buffer) > 4 * self.limits.output:
                raise ChildEnded(Reply("output", f"more than {self.limits.output:,} bytes of output"))
            left = deadline - time.monotonic()
            if left <= 0:
                raise ChildEnded(Reply("time", f"no answer within {self.limits.seconds:g} s"))
            ready, _, _ = select.select([output], [], [], min(left, _TICK))
            if ready:
                part = os.read(output, 1 << 16)
                if not part:
                    raise ChildEnded(Reply("ended", self._last_words()))
                self._buffer += part
            elif self._is_stopped():
                raise Stopped
            else:
                self._watch()
        line, _, rest = self._buffer.partition(b"\n")
        self._buffer = bytearray(rest)
        return _read_reply(bytes(line), expected)

    def _watch(self) -> None:
        """Looks at the whole family: its memory together, and how many there are."""
        count, memory = family(self._process.pid, self.limits.memory)
        if memory > self.limits.memory:
            raise ChildEnded(Reply("memory", f"more than {self.limits.memory >> 20:,} MB of memory"))
        if count > self.limits.processes + _EXTRA_PROCESSES:
            raise ChildEnded(Reply("ended", f"more than {self.limits.processes} processes"))

    def _last_words(self) -> str:
        assert self._process.stderr is not None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=GRACE)
        os.set_blocking(self._process.stderr.fileno(), False)
        errors = self._process.stderr.read() or b""
        lines = [line for line in errors.decode("utf-8", "replace").splitlines() if line.strip()]
        return f"the agent's process ended: {printable(lines[-1])}" if lines else "the agent's process ended"

    def close(self) -> None:
        """Kills the child and everything that it started."""
        below = descendants(self._process.pid)
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for pid in below:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError):
                assert stream is not None
                stream.close()
        self._process.wait()
        self._held.close()


def printable(text: str) -> str:
    """What an agent said, as it may be shown: short, and nothing in it that a terminal or a page would obey."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text[:_LONGEST])


def _read_reply(line: bytes, expected: int) -> dict[str, Any]:
    """A reply of the right form, or `ChildEnded`: the agent has written where only answers belong."""
    try:
        reply = json.loads(line)
        if reply["id"] == expected and isinstance(reply["status"], str) and isinstance(reply["out"], str):
            return dict(reply)
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise ChildEnded(Reply("ended", "the agent wrote where only answers belong"))


def descendants(pid: int) -> list[int]:
    """Every process below this one. Empty where the system does not tell."""
    children: list[int] = []
    with contextlib.suppress(OSError, ValueError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(OSError):
                children += map(int, (thread / "children").read_text().split())
    return children + [below for child in children for below in descendants(child)]


def family(pid: int, limit: int) -> tuple[int, int]:
    """How many processes there are below this one, and how much memory they hold together.

    What several share is counted once, but only where counting it for each goes beyond the limit: it takes longer.
    """
    members = descendants(pid)
    memory = sum(_pages(member) for member in members)
    return len(members), memory if memory <= limit else sum(_proportional(member) for member in members)


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
