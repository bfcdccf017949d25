"""Executors run units: self-contained pieces of work, in threads or on a cluster.

Proofs and grading decide which unit is next; an executor runs the units of either. `ThreadExecutor` runs units in this
process; `cluster.worker_pool.WorkerPool` runs them on the workers of a Dask cluster.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor as FutureExecutor, Future, ThreadPoolExecutor, wait
from typing import Any, Generic, Protocol, TypeVar

from .errors import NoughtsError

Unit = TypeVar("Unit")
UnitResult = TypeVar("UnitResult")


class ExecutorLost(NoughtsError):
    """The executor cannot continue. The results that it has returned are valid."""


class Executor(Protocol[Unit, UnitResult]):
    """Runs several units at a time, and returns their results in any order."""

    @property
    def workers(self) -> int:
        """How many units run at a time."""
        ...

    @property
    def capacity(self) -> int:
        """How many units may be open at a time, those that wait for a worker included."""
        ...

    @property
    def open(self) -> Sequence[Unit]:
        """The units that were submitted and whose results may still come."""
        ...

    def submit(self, unit: Unit) -> None: ...

    def cancel(self, unit: Unit) -> None:
        """Ends an open unit early. While it stays open, a result still comes, perhaps a partial one."""
        ...

    def results(self, seconds: float) -> list[tuple[Unit, UnitResult]]:
        """The results since the last call; waits at most `seconds` for one."""
        ...

    def cancel_all(self) -> None:
        """Ends all units; no results come."""
        ...


class _AtOnce(FutureExecutor):
    """Where Python has no threads, as in a browser: what is submitted is done before `submit` returns."""

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        future = Future[Any]()
        try:
            future.set_result(work(*arguments, **named))
        except BaseException as error:
            future.set_exception(error)
        return future


def thread_pool(count: int) -> FutureExecutor:
    """So many threads, if Python has any."""
    return _AtOnce() if sys.platform == "emscripten" else ThreadPoolExecutor(count)


class ThreadExecutor(Generic[Unit, UnitResult]):
    """Threads of this process. `run` gets a unit, and a function that says whether the unit is cancelled.

    Threads outlive their units: on Linux, a process may be killed when the thread that started it ends.
    """

    def __init__(self, count: int, run: Callable[[Unit, Callable[[], bool]], UnitResult]) -> None:
        self.workers = self.capacity = count
        self._run = run
        self._threads = thread_pool(count)
        self._open: dict[Future[UnitResult], tuple[Unit, threading.Event]] = {}

    @property
    def open(self) -> list[Unit]:
        return [unit for unit, _ in self._open.values()]

    def submit(self, unit: Unit) -> None:
        cancelled = threading.Event()
        self._open[self._threads.submit(self._run, unit, cancelled.is_set)] = unit, cancelled

    def cancel(self, unit: Unit) -> None:
        for other, cancelled in self._open.values():
            if other == unit:
                cancelled.set()

    def results(self, seconds: float) -> list[tuple[Unit, UnitResult]]:
        finished = wait(self._open, seconds, FIRST_COMPLETED).done
        return [(self._open.pop(future)[0], future.result()) for future in finished]

    def cancel_all(self) -> None:
        for _, cancelled in self._open.values():
            cancelled.set()
        wait(self._open)
        self._open.clear()

    def close(self) -> None:
        self.cancel_all()
        self._threads.shutdown()
