"""Copies of this process that try something out: so many at a time, each with limits, each with an answer in JSON."""

from __future__ import annotations

import json
import os
import resource
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

PATIENCE = 3  # seconds of processor time, beside three times what a test of the unchanged package takes
TOO_LONG = (signal.SIGVTALRM, signal.SIGXCPU, signal.SIGKILL)


def limit_time(seconds: float) -> None:
    """Ends this process, by a signal, if what takes so many seconds as a rule takes much more processor time now."""
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE + 3 * seconds)


def fork(task: Callable[[], object], answer: Path) -> int:
    """Runs a task in a copy of this process, which writes what it returns, as JSON; the number of the process."""
    answer.unlink(missing_ok=True)
    if pid := os.fork():
        return pid
    status = 1
    try:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        log = os.open(answer.with_suffix(".log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(log, 1)
        os.dup2(log, 2)
        answer.write_text(json.dumps(task()), encoding="utf-8")
        status = 0
    finally:
        os._exit(status)


class Processes:
    """Copies of this process, so many at a time."""

    def __init__(self, most: int, scratch: Path) -> None:
        self._most, self._scratch = most, scratch
        self._running: dict[int, tuple[Path, Callable[[str, Any], None], float]] = {}
        self._places = [scratch / f"{number}.json" for number in range(most)]

    def start(self, task: Callable[[], object], seconds: float, done: Callable[[str, Any], None]) -> None:
        """Starts a task when there is room; `done` is told how it ended: `answered`, `crashed` or `did not end`."""
        while len(self._running) >= self._most:
            self.wait()
        answer = self._places.pop()
        limit = int(seconds) + 1

        def limited() -> object:
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
            return task()

        self._running[fork(limited, answer)] = answer, done, time.monotonic() + 20 * limit + 60

    def wait(self) -> None:
        """Waits for one to end."""
        while True:
            for pid, (answer, done, latest) in [*self._running.items()]:
                ended, status = os.waitpid(pid, os.WNOHANG)
                is_late = not ended and time.monotonic() > latest
                if not ended and not is_late:
                    continue
                with suppress(ProcessLookupError):
                    os.killpg(pid, signal.SIGKILL)  # it, or what it has left behind
                if is_late:
                    os.waitpid(pid, 0)
                del self._running[pid]
                self._places.append(answer)
                took_long = is_late or (os.WIFSIGNALED(status) and os.WTERMSIG(status) in TOO_LONG)
                if answer.exists() and not took_long:
                    done("answered", json.loads(answer.read_text(encoding="utf-8")))
                else:
                    done("did not end" if took_long else "crashed", None)
                return
            time.sleep(0.01)

    def finish(self) -> None:
        while self._running:
            self.wait()

    def kill(self) -> None:
        """Leaves nothing behind when a run is broken off."""
        for pid in self._running:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
