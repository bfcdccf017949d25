"""The workers of a cluster as an executor that returns each result exactly once.

It resubmits units that were lost with a worker or a connection, or came to an incompatible worker. It identifies a unit
that makes workers fail: a unit with which several workers were lost runs again while nothing else does, and fails if
workers are lost with it again.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, Generic

from distributed import Future, KilledWorker

from ..errors import NoughtsError
from ..executor import Unit, UnitResult
from . import remote_call
from .compatibility import Demands
from .connection import FAULTS, ClusterError, Connection
from .progress import ClusterProgress

_AHEAD = 0.5  # units that wait, for each that runs, so that no worker waits for the next; more are more often in vain
_FETCH = 5.0  # seconds to fetch a result
_LOOK = 1.0  # seconds between two questions which worker runs what


class WorkerIncompatible(ClusterError):
    """A worker is not what we need."""


@dataclass(frozen=True)
class _Submission(Generic[Unit]):
    unit: Unit
    is_suspect: bool = False


class WorkerPool(ABC, Generic[Unit, UnitResult]):
    """An `Executor`. A subclass turns units into calls of plain data, and the data that come back into results."""

    def __init__(self, connection: Connection, demands: Demands) -> None:
        """Waits for workers, and refuses to begin if one of them is incompatible."""
        self.connection, self.demands = connection, demands
        self._running: dict[Future[Any], _Submission[Unit]] = {}
        self._waiting: list[_Submission[Unit]] = []  # suspects, and units that incompatible workers refused
        self._incompatible: set[str] = set()  # workers that must leave before refused units run again
        self._reported: set[str] = set()  # incompatible workers that the user has been told about
        self._started, self._looked = time.monotonic(), -_LOOK
        self._finished, self._counts = 0, dict[str, int]()
        connection.wait_for_workers()
        incompatible = connection.check(demands)
        for address, reason in incompatible.items():
            others = f"; {len(incompatible):,} workers are incompatible" if len(incompatible) > 1 else ""
            raise WorkerIncompatible(f"the worker {connection.display_name(address)} cannot be used: {reason}{others}")

    @abstractmethod
    def call(self, unit: Unit) -> tuple[Any, ...]:
        """The call that runs a unit on a worker: one of `remote_call.FUNCTIONS`, then its arguments, as plain data."""

    @abstractmethod
    def result(self, unit: Unit, data: Any, worker: str) -> UnitResult:
        """The result of a unit, from the data that the function returned; `worker` is for messages."""

    @abstractmethod
    def failure(self, unit: Unit, reason: str) -> UnitResult:
        """The result of a unit that is to blame for lost workers."""

    @property
    def workers(self) -> int:
        return self.connection.threads

    @property
    def capacity(self) -> int:
        if any(submission.is_suspect for submission in self._submissions):
            return len(self.open)  # a suspect runs alone
        return max(self.workers + ceil(_AHEAD * self.workers), 1)

    @property
    def open(self) -> list[Unit]:
        return [submission.unit for submission in self._submissions]

    @property
    def _submissions(self) -> list[_Submission[Unit]]:
        return [*self._running.values(), *self._waiting]

    def submit(self, unit: Unit) -> None:
        self._start(_Submission(unit))

    def cancel(self, unit: Unit) -> None:
        """No result comes. If the unit is running, it may run to its end."""
        futures = [future for future, submission in self._running.items() if submission.unit == unit]
        self.connection.cancel(futures)
        for future in futures:
            del self._running[future]
        self._waiting = [submission for submission in self._waiting if submission.unit != unit]

    def cancel_all(self) -> None:
        if self._running:
            self.connection.cancel(self._running)
        self._running.clear()
        self._waiting.clear()

    def results(self, seconds: float) -> list[tuple[Unit, UnitResult]]:
        self.connection.check_alive()
        self._incompatible = {address for address in self._incompatible if not self.connection.retire(address)}
        if not self._incompatible:
            self._start_waiting()
        self.connection.is_alone()
        finished = self.connection.first_finished(self._running, seconds)
        results: list[tuple[Unit, UnitResult]] = []
        for future in sorted(finished, key=lambda future: future.status != "finished"):
            submission = self._running.pop(future)
            try:
                results += ((submission.unit, result) for result in self._settle(future, submission))
            except NoughtsError:
                if not results:
                    raise
                self._running[future] = submission  # results come first; the error will be there the next time
                break
        self._finished += len(results)
        return results

    def progress(self) -> ClusterProgress:
        """Asks the scheduler which worker runs what, at most once a second."""
        now = time.monotonic()
        if now - self._looked >= _LOOK:
            self._counts, self._looked = self.connection.running(self._running), now
        return ClusterProgress(self._finished, len(self.open), self._counts, now - self._started)

    def _start(self, submission: _Submission[Unit]) -> None:
        payload = remote_call.pack(self.demands, *self.call(submission.unit))
        self._running[self.connection.submit(payload)] = submission

    def _start_waiting(self) -> None:
        """Refused units first; a suspect only if nothing else runs."""
        for submission in sorted(self._waiting, key=lambda submission: submission.is_suspect):
            if not (submission.is_suspect and self._running):
                self._waiting.remove(submission)
                self._start(submission)

    def _settle(self, future: Future[Any], submission: _Submission[Unit]) -> Iterator[UnitResult]:
        if future.status == "cancelled":  # the connection was lost, and the scheduler has forgotten what it had
            self.connection.check_alive()
            self._start(submission)
        elif future.status == "error":
            yield from self._settle_error(future.exception(), submission)
        else:
            try:
                address, incompatible, data = remote_call.unpack(future.result(timeout=_FETCH))
            except (*FAULTS, CancelledError):  # its worker was lost before it could be fetched
                self.connection.cancel([future])
                self._start(submission)
                return
            if incompatible is not None:
                self._refuse(submission, {address: incompatible})
                return
            worker = f"the worker {self.connection.display_name(address)}"
            try:
                yield self.result(submission.unit, data, worker)
            except (TypeError, ValueError, KeyError):
                raise ClusterError(f"{worker} returned a result that is not valid") from None

    def _settle_error(self, error: BaseException | None, submission: _Submission[Unit]) -> Iterator[UnitResult]:
        if isinstance(error, KilledWorker):
            if submission.is_suspect:
                yield self.failure(submission.unit, "every worker that it was given to was lost")
            else:
                self._waiting.append(replace(submission, is_suspect=True))
        elif isinstance(error, ModuleNotFoundError) and str(error.name).partition(".")[0] == "noughts":
            self._refuse(submission, self.connection.check(self.demands))  # a worker without the package
        elif isinstance(error, NoughtsError):
            raise error
        else:
            raise ClusterError(f"a worker failed: {type(error).__name__}: {error}") from error

    def _refuse(self, submission: _Submission[Unit], incompatible: dict[str, str]) -> None:
        """The unit is submitted again when the incompatible workers have gone."""
        self._waiting.append(submission)
        self._incompatible |= incompatible.keys()
        for address in incompatible.keys() - self._reported:
            self._reported.add(address)
            worker = self.connection.display_name(address)
            self.connection.tell(f"the worker {worker} is not used: {incompatible[address]}")
