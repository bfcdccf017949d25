"""The workers of a cluster as a crew that is given units and gives results, whatever happens to them in between.

A unit whose worker is lost is run again elsewhere, and so is one that came to a worker that is not fit. One that
several workers were lost with is run again while nothing else runs: if that happens again, it is to blame, and is given
back without a result. Nothing is given back twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass
from math import ceil
from typing import Any, Generic, TypeVar

from distributed import Future, KilledWorker

from ..errors import NoughtsError
from .connection import FAULTS, ClusterError, Connection
from .fitness import Demands

Unit = TypeVar("Unit")
_AHEAD = 0.5  # units that wait, for each that runs, so that nobody waits for the next; more are more often in vain
_FETCH = 5.0  # seconds to fetch a result


class WorkerUnfit(ClusterError):
    """A worker is not what we need."""


@dataclass(frozen=True)
class Done(Generic[Unit]):
    """A unit and what came of it, and where; `lost` says why there is no result."""

    unit: Unit
    result: Any
    worker: str = ""
    lost: str = ""


@dataclass(frozen=True)
class _Given(Generic[Unit]):
    unit: Unit
    function: Callable[..., object]
    arguments: tuple[object, ...]
    suspected: bool = False


class Crew(Generic[Unit]):
    """Give units while there is `room`, and `collect` what is done."""

    def __init__(self, connection: Connection, demanded: Demands) -> None:
        self.connection, self.demanded = connection, demanded
        self._running: dict[Future[Any], _Given[Unit]] = {}
        self._suspects: deque[_Given[Unit]] = deque()
        self._refused: list[_Given[Unit]] = []
        self._unfit: set[str] = set()  # workers that are to go before what they refused is handed out again
        self._told: set[str] = set()

    def check(self, is_stopped: Callable[[], bool] = lambda: False) -> None:
        """Waits for workers, and refuses to begin if one of them is not fit."""
        self.connection.wait_for_workers(is_stopped)
        unfit = self.connection.check(self.demanded)
        for address, reason in unfit.items():
            others = f"; {len(unfit):,} workers are unfit" if len(unfit) > 1 else ""
            raise WorkerUnfit(f"the worker {self.connection.named(address)} cannot be used: {reason}{others}")

    @property
    def open(self) -> list[Unit]:
        """The units that were given and are not done."""
        return [given.unit for given in (*self._running.values(), *self._refused, *self._suspects)]

    @property
    def room(self) -> int:
        """How many more units are welcome. None while a suspect runs alone, or is to."""
        if self._suspects or any(given.suspected for given in self._running.values()):
            return 0
        threads = self.connection.threads
        return max(threads + ceil(_AHEAD * threads) - len(self._running) - len(self._refused), 0)

    def running(self) -> dict[str, int]:
        """How many units are with which worker."""
        return self.connection.running(self._running)

    def give(self, unit: Unit, function: Callable[..., object], *arguments: object) -> None:
        """`function` is run with the arguments on a worker; both must be importable there, as ours are."""
        self._start(_Given(unit, function, arguments))

    def drop(self) -> None:
        """Forgets all units. What runs already may run to its end."""
        if self._running:
            self.connection.cancel(self._running)
        self._running.clear()
        self._refused.clear()
        self._suspects.clear()

    def collect(self, timeout: float) -> list[Done[Unit]]:
        """What is done since the last time; waits for something, but not longer than `timeout` seconds."""
        self.connection.check_alive()
        self._unfit = {address for address in self._unfit if not self.connection.retire(address)}
        if not self._unfit:
            for given in self._refused:
                self._start(given)
            self._refused.clear()
        if self._suspects and not self._running:
            self._start(self._suspects.popleft())
        self.connection.is_alone()
        finished = self.connection.first_done(self._running, timeout)
        done: list[Done[Unit]] = []
        for future in sorted(finished, key=lambda future: future.status != "finished"):
            given = self._running.pop(future)
            try:
                done += self._settle(future, given)
            except NoughtsError:
                if not done:
                    raise
                self._running[future] = given  # what is done comes first; the trouble will be there the next time
                break
        return done

    def _start(self, given: _Given[Unit]) -> None:
        future = self.connection.submit(self.demanded, given.function, *given.arguments)
        self._running[future] = given

    def _settle(self, future: Future[Any], given: _Given[Unit]) -> Iterator[Done[Unit]]:
        if future.status == "cancelled":  # the connection was lost, and the scheduler has forgotten what it had
            self.connection.check_alive()
            self._start(given)
        elif future.status == "error":
            error = future.exception()
            if isinstance(error, KilledWorker):
                if given.suspected:
                    yield Done(given.unit, None, lost="every worker that it was given to was lost")
                else:
                    self._suspects.append(_Given(given.unit, given.function, given.arguments, suspected=True))
            elif isinstance(error, NoughtsError):
                raise error
            else:
                raise ClusterError(f"a worker failed: {type(error).__name__}: {error}") from error
        else:
            try:
                address, reason, result = future.result(timeout=_FETCH)
            except (*FAULTS, CancelledError):  # its worker was lost before it could be fetched
                self.connection.cancel([future])
                self._start(given)
                return
            if reason is None:
                yield Done(given.unit, result, address)
            else:
                self._refused.append(given)
                self._unfit.add(address)
                if address not in self._told:
                    self._told.add(address)
                    self.connection.tell(f"the worker {self.connection.named(address)} is not used: {reason}")
