"""Runs an agent that is a program, a process for each question, and passes on what it prints.

A line of JSON comes in for each question and a line goes out; the agent never sees either end.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import select
import signal
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120

import confine  # type: ignore[import-not-found]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ERRORS = 4096  # of what the agent says on standard error, the end is kept
_PATIENCE = 9  # how many times its time a program is waited for in addition, while it has no processor
_STEP = 0.01  # seconds between looks at a program that is late and has no processor
_ATTEMPTS, _PAUSE = 4, 0.1  # to start a process


class NotStarted(Exception):
    """The machine gave no process, or it could not be confined: the agent's command was not reached."""


def main() -> int:
    settings = confine.settings()
    gc.enable()
    questions, answers = confine.private_ends()
    confine.wait_for_grader(questions, answers)
    with os.fdopen(questions, "rb") as lines:
        for line in lines:
            question = json.loads(line)
            reply = run(question["text"].encode(), settings)
            clean = confine.kill_the_rest(settings)
            reply["id"] = question["id"]
            os.write(answers, json.dumps(reply).encode() + b"\n")
            if not clean:  # the grader starts a new sandbox
                return 1
    return 0


def run(question: bytes, settings: dict[str, Any]) -> dict[str, Any]:
    """One process: its output and its end."""
    their_input, our_input = os.pipe()
    our_output, their_output = os.pipe()
    our_errors, their_errors = os.pipe()
    try:
        pid = _started(settings, their_input, their_output, their_errors)
    except NotStarted as error:
        for descriptor in (our_input, our_output, our_errors):
            os.close(descriptor)
        return {"status": "unready", "out": str(error)}
    finally:
        for descriptor in (their_input, their_output, their_errors):
            os.close(descriptor)
    limit = _Limit(settings)
    watched = {our_output: bytearray(), our_errors: bytearray()}
    with _Writer(our_input, question) as writer:
        status, code = _wait(pid, watched, our_output, limit, settings["output"], writer)
    if code is None:
        confine.kill_the_rest(settings, leader=pid)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, 0)
    else:
        for descriptor in watched:
            os.set_blocking(descriptor, False)
            if status == "answer" and not _drain(descriptor, watched[descriptor], settings["output"]):
                status = "output"
    for descriptor in watched:
        os.close(descriptor)
    return {
        "status": status,
        "code": code,
        "out": watched[our_output][: settings["output"]].decode("latin-1"),
        "err": watched[our_errors][-_ERRORS:].decode("utf-8", "replace"),
    }


def _started(settings: dict[str, Any], *descriptors: int) -> int:
    """A process that runs the agent's command; tried again for a moment if it does not get so far."""
    reason = ""
    for attempt in range(_ATTEMPTS):
        time.sleep(_PAUSE * attempt)
        our_end, their_end = os.pipe()  # closed when the command is reached, so the agent never has it
        try:
            pid = os.fork()
            if pid == 0:
                _become_the_agent(settings, their_end, *descriptors)
        except OSError as error:
            reason = str(error)
            continue
        finally:
            os.close(their_end)
            with os.fdopen(our_end, "rb") as said:
                failed = said.read()
        if not failed:
            return pid
        os.waitpid(pid, 0)
        reason = failed.decode("utf-8", "replace")
    raise NotStarted(reason)


def _become_the_agent(settings: dict[str, Any], failed: int, *descriptors: int) -> None:
    command = settings["command"]
    tell = failed
    try:
        os.setsid()
        for number, descriptor in enumerate(descriptors):
            os.dup2(descriptor, number)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        confine.give_up_rights(settings)
        os.chdir(settings["directory"])
        tell = 2 if _is_the_agents(command[0], settings) else failed
        os.execvpe(command[0], command, settings["environment"])
    except BaseException as error:
        words = f"{command[0]} cannot be started: {str(error) or type(error).__name__}"
        os.write(tell, words.encode("utf-8", "replace"))
    finally:
        os._exit(126)


def _is_the_agents(program: str, settings: dict[str, Any]) -> bool:
    """Whether what is run is a file of the agent, and not an interpreter that the grader has named."""
    if not os.path.isabs(program):  # noqa: PTH117
        return "/" in program
    return program.startswith(f"{settings['directory']}/")


class _Limit:
    """The time of a program from now on. What it waits for a processor, because the machine is busy, is not counted."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self._settings, self._seconds = settings, settings["seconds"]
        self._began = time.monotonic()
        self._until = self._began + self._seconds

    def left(self) -> float:
        """Seconds until it is worth looking again; 0 if the time is up."""
        now = time.monotonic()
        if now < self._until:
            return float(self._until - now)
        run, waited = confine.use_of_processor(self._settings)
        if run < self._seconds:
            self._until = self._began + self._seconds + min(waited, _PATIENCE * self._seconds)
        return max(self._until - now, _STEP) if now < self._until else 0.0


class _Writer:
    """Writes a question as far as the agent reads it, without waiting; the end is closed after it."""

    def __init__(self, descriptor: int, data: bytes) -> None:
        self._descriptor: int | None = descriptor
        self._data = data
        os.set_blocking(descriptor, False)
        self.write()

    @property
    def waiting(self) -> list[int]:
        return [] if self._descriptor is None else [self._descriptor]

    def write(self) -> None:
        if self._descriptor is not None:
            try:
                self._data = self._data[os.write(self._descriptor, self._data) :]
            except BlockingIOError:
                return
            except OSError:  # it need not read
                self._data = b""
            if not self._data:
                os.close(self._descriptor)
                self._descriptor = None

    def __enter__(self) -> _Writer:
        return self

    def __exit__(self, *error: object) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)


def _wait(
    pid: int, watched: dict[int, bytearray], output: int, time_limit: _Limit, limit: int, writer: _Writer
) -> tuple[str, int | None]:
    """Until the process ends, or a limit is reached: then the code is None."""
    ends = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None
    open_ends = list(watched)
    try:
        while True:
            left = time_limit.left()
            if not left:
                return "time", None
            waiting = [*open_ends, *([] if ends is None else [ends])]
            longest = left if ends is not None else min(left, 0.005)
            ready, writable, _ = select.select(waiting, writer.waiting, [], longest)
            if writable:
                writer.write()
            for descriptor in ready:
                if descriptor == ends:
                    continue
                part = os.read(descriptor, 65536)
                watched[descriptor] += part
                if not part:
                    open_ends.remove(descriptor)
                elif descriptor != output:
                    del watched[descriptor][:-_ERRORS]
                elif len(watched[descriptor]) > limit:
                    return "output", None
            if ends is None or ends in ready:
                done, status = os.waitpid(pid, os.WNOHANG)
                if done:
                    return "answer", os.waitstatus_to_exitcode(status)
    finally:
        if ends is not None:
            os.close(ends)


def _drain(descriptor: int, into: bytearray, limit: int) -> bool:
    """What is left in the pipe; whether it is within the limit."""
    with contextlib.suppress(BlockingIOError):
        while len(into) <= limit + _ERRORS:
            part = os.read(descriptor, 65536)
            if not part:
                break
            into += part
    return len(into) <= limit + _ERRORS
