"""A few processes that do long work, one question each at a time. To stop one is to end it."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..errors import NoughtsError
from .worker import MEMORY

_LONGEST_LINE = 64 << 20
_GRACE = 3.0  # seconds beyond the limit for what a worker does before and after it searches


class Busy(NoughtsError):
    """Too much is being worked on already."""


class WorkerProcesses:
    """At most `size` processes, and at most `waiting` questions that wait for one."""

    def __init__(self, size: int, waiting: int, seconds: float, memory: int = MEMORY, niceness: int = 0) -> None:
        self.seconds = seconds
        self.niceness = niceness
        self.memory = memory
        self.size = size
        self.waiting = waiting
        self._free = asyncio.Semaphore(size)
        self._pending = 0
        self._idle: list[Process] = []
        self._working: set[Process] = set()
        self._ending: list[Process] = []  # told to end, and perhaps not gone yet

    async def ask(self, question: dict[str, Any], tell: Callable[[dict[str, Any]], object] | None = None) -> Any:
        """The answer to a question; `tell` hears how far it is. Cancelling this ends the process."""
        if self._pending >= self.size + self.waiting:
            raise Busy("{count} questions are being worked on already; try again in a moment", count=self._pending)
        self._pending += 1
        try:
            async with self._free:
                process = await self._take()
                self._working.add(process)
                is_well = False
                try:
                    answer = await asyncio.wait_for(
                        _converse(process, {**question, "memory": self.memory}, tell), self.seconds + _GRACE
                    )
                    is_well = True
                    return answer
                except asyncio.TimeoutError:
                    raise NoughtsError("this takes longer than {seconds} s", seconds=f"{self.seconds:g}") from None
                except NoughtsError:
                    is_well = process.returncode is None
                    raise
                finally:
                    self._working.discard(process)
                    if is_well:
                        self._idle.append(process)
                    else:
                        self._end(process)
        finally:
            self._pending -= 1

    async def _take(self) -> Process:
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
        command = (*self._nicely(), sys.executable, "-m", "noughts.web.worker", str(self.memory))
        return await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=_LONGEST_LINE
        )

    def _nicely(self) -> tuple[str, ...]:
        """From the first moment of a process on, those who play come first.

        A command does it: with a function that runs in the child before its program, everybody would wait for a child
        that has given up its place.
        """
        nice = shutil.which("nice") if self.niceness else None
        return () if nice is None else (nice, "-n", str(self.niceness))

    async def close(self) -> None:
        """Ends every process."""
        for process in (*self._idle, *self._working):
            self._end(process)
        for process in self._ending:
            await process.wait()

    def _end(self, process: Process) -> None:
        """Kills it, but not twice: the second time could find that it has ended, and asyncio would not hear of it."""
        self._ending = [one for one in self._ending if one.returncode is None]
        if process in self._ending:
            return
        self._ending.append(process)
        if process.stdin is not None:
            process.stdin.close()
        with suppress(ProcessLookupError):
            process.kill()


async def _converse(process: Process, question: dict[str, Any], tell: Callable[[dict[str, Any]], object] | None) -> Any:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(json.dumps(question).encode() + b"\n")
    with suppress(ConnectionError):
        await process.stdin.drain()
    while line := await process.stdout.readline():
        answer = json.loads(line)
        if "result" in answer:
            return answer["result"]
        if "error" in answer:
            said_there: str = answer["error"]
            raise NoughtsError(said_there)
        if tell is not None:
            tell(answer["progress"])
    await process.wait()
    raise NoughtsError("the search ended before it had an answer: it may have needed more memory than it may use")
