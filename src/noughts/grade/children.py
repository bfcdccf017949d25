"""Starts, watches and kills the process that answers questions for an agent. Nothing that it sends is trusted.

A question is a line of JSON to the child, a reply is a line of JSON from it. The child may send anything, at any time,
or nothing at all; it need not read. All that is waited for has a deadline, and all that is kept has a size.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import secrets
import signal
import subprocess
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from . import groups, sandbox, watching
from .bubblewrap import TooManyFiles
from .candidates import Candidate
from .limits import Limits
from .pipes import Pipes

_TICK = 0.05
_TOKEN = 8  # bytes of chance
GRACE = 3.0  # what starting and passing on may take beyond the agent's own time
_LONGEST = 200
_FUNCTION_LINE = 16 << 10  # what a reply of a function may take
_ATTEMPTS, _PAUSE = 5, 0.1
_STARTING = 30.0  # seconds in which a sandbox is there; nothing of the agent runs in them
_READY, _GO = b"ready", b"\n"  # what `child/confine.py` says when the sandbox is there, and waits for
_SLOW = 0.2  # seconds after which an answer is slow
_PATIENCE = 9  # how many times its time an agent is waited for in addition, while it has no processor
UNREADY = "unready"  # what only the helper of a program can say: that the machine gave the agent no process
STATUSES = frozenset({"answer", "crash", "time", "memory", "missing", "output", "ended"})  # that a child may report
LOADED = -1  # the number of the first reply of a function, which says whether the agent could be loaded


@dataclass(frozen=True)
class Reply:
    """What came of one question: `status` is `answer`, `crash`, `time`, `memory`, `output`, `ended` or `not-asked`.

    `text` is the answer as it was given, or the reason why there is none.
    """

    status: str
    text: str
    seconds: float = 0.0


FORGED = Reply("ended", "the agent wrote where only answers belong")


class ChildEnded(Exception):
    """The child cannot be used any more; `reply` says what that means for the question it was asked."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply.text)
        self.reply = reply


class Stopped(Exception):
    """The grader is to stop; what was answered so far stands."""


class _NotStarted(Exception):
    """The process ended, or did nothing, before the agent could do anything."""


class Child:
    """One sandbox with one agent in it. `seconds` are left for everything that the agent does.

    When it is made, the sandbox has started and the agent's code has not: our own code in it said that it is ready, and
    waits for a word from here. So whatever happens later is the agent's doing, and a start that fails never is.
    `SandboxFailed` is raised if it fails again and again; `lost` are the seconds that went by if it failed at first.
    """

    def __init__(
        self,
        candidate: Candidate,
        limits: Limits,
        is_stopped: Callable[[], bool] = lambda: False,
        seconds: float = math.inf,
    ) -> None:
        self.limits, self._is_stopped = limits, is_stopped
        self._tokens: dict[int, str | int] = {LOADED: LOADED}
        self._statuses = STATUSES if candidate.is_function else STATUSES | {UNREADY}
        self._held = contextlib.ExitStack()
        self._look_next = 0.0
        self.lost = self._begin(candidate)
        self._until = time.monotonic() + seconds
        self._pipes.send(_GO)

    def _begin(self, candidate: Candidate) -> float:
        """Starts the sandbox, again for a while if it does not start; the seconds that this took in vain."""
        began = time.monotonic()
        for attempt in range(1, _ATTEMPTS + 1):
            this = time.monotonic()
            try:
                self._try_to_begin(candidate)
                return this - began
            except (OSError, _NotStarted) as error:
                self._held.close()
                if isinstance(error, TooManyFiles):  # that is the agent's, and would be so the next time
                    raise
                if attempt == _ATTEMPTS:
                    words = (isinstance(error, OSError) and error.strerror) or str(error)
                    raise sandbox.SandboxFailed(f"the sandbox did not start: {words}") from None
            except BaseException:
                self._held.close()
                raise
            if self._is_stopped():
                raise Stopped
            time.sleep(_PAUSE * 2**attempt)
        raise AssertionError

    def _try_to_begin(self, candidate: Candidate) -> None:
        self._start = self._held.enter_context(sandbox.prepared(candidate, self.limits))
        self._group = self._held.enter_context(groups.made(self.limits))
        self._process = _started(self._start, self._group)
        # A byte takes six in JSON, if it is not ASCII. An agent that is not recognised yet lists its functions.
        is_known = candidate.is_function and candidate.interface is not None
        self._pipes = Pipes(self._process, _FUNCTION_LINE if is_known else 8 * self.limits.output)
        self._held.callback(self._kill)
        self._pipes.send(self._start.settings)
        deadline = time.monotonic() + _STARTING
        while (line := self._pipes.line()) is None:
            if self._is_stopped():
                raise Stopped
            if self._pipes.has_ended or self._pipes.is_too_long:
                raise _NotStarted(self._last_line() or "it ended at once")
            if time.monotonic() >= deadline:
                raise _NotStarted(f"it was not there within {_STARTING:g} s")
            self._pipes.wait(_TICK)
        if line != _READY:
            raise _NotStarted(f"it said {printable(line.decode('utf-8', 'replace'))}")

    def send(self, questions: Iterable[dict[str, Any]]) -> None:
        """Passes questions on. The child sees a number that cannot be foreseen instead of `id`, and must return it."""
        asked = list(questions)
        chance, lines = secrets.token_hex(_TOKEN * len(asked)), []
        for at, question in enumerate(asked):
            token = self._tokens[question["id"]] = chance[2 * _TOKEN * at :][: 2 * _TOKEN]
            lines.append(json.dumps({**question, "id": token}) + "\n")
        if lines:  # at once: each line alone would wake the child
            self._pipes.send("".join(lines).encode())

    def receive_loaded(self) -> dict[str, Any]:
        """The first reply of a function: whether it could be loaded."""
        seconds = self.limits.loading_again
        return self.receive(LOADED, seconds + GRACE, f"not loaded within {seconds:g} s")

    def receive(self, expected: int, seconds: float, late: str = "") -> dict[str, Any]:
        """The next reply, which must be to the question of that number. `ChildEnded` if it does not come in time,
        `SandboxFailed` if the agent was not even started.

        While the machine is busy with others, an agent that is ready to run waits; that is not its own time.
        """
        started = time.monotonic()
        deadline, before = started + seconds, None
        while (line := self._pipes.line()) is None:
            if self._is_stopped():
                raise Stopped
            if self._pipes.is_too_long:
                raise ChildEnded(Reply("output", f"more than {self.limits.output:,} bytes of output"))
            if self._pipes.has_ended:
                raise ChildEnded(self._last_words())
            now = time.monotonic()
            if before is None and now - started > _SLOW:
                before = watching.use_of_processor(self._process.pid)
            if before is not None and now >= deadline:
                run, waited = watching.used_since(before, self._process.pid)
                if run < seconds:
                    deadline = started + seconds + min(waited, _PATIENCE * seconds)
            if now >= min(deadline, self._until):
                used_up = f"the {self.limits.total:g} s for all answers were used up"
                in_time = late or f"no answer within {self.limits.seconds:g} s"
                raise ChildEnded(Reply("time", used_up if now >= self._until else in_time))
            if now >= self._look_next:
                self._watch()
                self._look_next = now + _TICK
            self._pipes.wait(min(deadline - now, self._until - now, _TICK))
        if self._is_stopped():
            raise Stopped
        reply = _read_reply(line, self._tokens.pop(expected, None), self._statuses)
        if reply["status"] == UNREADY:
            raise sandbox.SandboxFailed(f"the agent's process did not start: {printable(reply['out'])}")
        return reply

    def _watch(self) -> None:
        reason = watching.excess(self._process.pid, self._start.writable, self.limits)
        if reason is not None:
            raise ChildEnded(Reply(*reason))

    def _last_words(self) -> Reply:
        """Why the child ended, as far as it is known."""
        last = self._last_line()
        if self._group is not None and self._group.ran_out:
            return Reply("memory", f"more than {self.limits.memory >> 20:,} MB of memory")
        words = "the agent's process ended"
        return Reply("ended", f"{words}: {last}" if last else words)

    def _last_line(self) -> str:
        """Of what was written to standard error, once the process has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=GRACE)
        self._pipes.wait(0)
        lines = [line for line in self._pipes.errors.decode("utf-8", "replace").splitlines() if line.strip()]
        return printable(lines[-1]) if lines else ""

    def close(self) -> None:
        """Kills the child and everything that it started."""
        self._held.close()

    def _kill(self) -> None:
        if not self._start.is_private:  # only the helper can kill what forks faster than we look
            self._process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=GRACE)
        below = watching.descendants(self._process.pid)
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for pid in below:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        self._pipes.close()
        self._process.wait()


def _started(start: sandbox.Start, group: groups.Group | None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        start.command if group is None else group.entering(start.command),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=start.descriptors,
        start_new_session=True,
        cwd="/",
        env={},
    )


def printable(text: str) -> str:
    """What an agent said, as it may be shown: short, and nothing in it that a terminal or a page would obey."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text[:_LONGEST])


def _read_reply(line: bytes, token: str | int | None, statuses: frozenset[str] = STATUSES) -> dict[str, Any]:
    """A reply of the right form, or `ChildEnded`: the agent has written where only answers belong."""
    try:
        reply = _REPLIES.decode(line.decode())
        if reply["id"] == token and type(reply["id"]) is type(token) and _is_well_formed(reply, statuses):
            return dict(reply)
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise ChildEnded(FORGED)


def _is_well_formed(reply: dict[str, Any], statuses: frozenset[str]) -> bool:
    code = reply.get("code")
    return (
        isinstance(reply["status"], str)
        and reply["status"] in statuses
        and isinstance(reply["out"], str)
        and isinstance(reply.get("err", ""), str)
        and (code is None or type(code) is int)
    )


def _small_integer(text: str) -> int:
    if len(text) > 20:
        raise ValueError("a number that no reply has")
    return int(text)


_REPLIES = json.JSONDecoder(parse_int=_small_integer)
