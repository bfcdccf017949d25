"""Units of a grading on a cluster. An agent's files travel in the unit, and never touch the disk of a worker.

Each worker puts them into its own sandbox, and says which protections there were; `--trust` alone uses a temporary
folder. What arrives is held against the key of the unit, which is a hash of the files and of everything else in it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache

from ..grade import sandbox, units
from ..grade.children import Reply
from ..grade.driver import Take
from ..grade.units import Unit, UnitResult
from . import fitness
from .connection import ClusterError, Connection, ConnectionLost
from .crew import Crew, Done
from .progress import Progress

_LOOK = 0.5  # seconds between two looks at the keyboard


def run(unit: Unit, key: str) -> UnitResult:
    """On a worker: runs a unit that is what was sent."""
    _tidy()
    arrived = replace(unit)  # without what the sender has computed of it
    if arrived.key != key:
        raise ClusterError(f"{unit.candidate.name}: what arrived is not what was sent")
    return units.run(arrived)


@cache
def _tidy() -> None:
    sandbox.sweep()


class Workers:
    """Runs units on the workers of a cluster."""

    def __init__(self, connection: Connection, shared: Iterable[str] = ()) -> None:
        self.connection, self.shared = connection, tuple(shared)
        self.watch: Callable[[Progress], object] = lambda _: None
        self.lost = ""
        self._stop = threading.Event()
        self._done = 0

    def check(self, trust: bool) -> None:
        self._crew = Crew[Unit](self.connection, fitness.demands(sandbox=not trust, paths=self.shared))
        self._crew.check()

    def stop(self) -> None:
        self._stop.set()

    def run(self, take: Take) -> Iterator[tuple[Unit, UnitResult]]:
        crew, started, watched = self._crew, time.monotonic(), 0.0
        try:
            while not self._stop.is_set():
                if not crew.open:
                    self.connection.wait_for_workers(self._stop.is_set)
                while crew.room and (unit := take()) is not None:
                    crew.give(unit, run, unit, unit.key)
                if not crew.open:
                    return
                yield from map(self._result, crew.collect(_LOOK))
                if time.monotonic() - watched >= 1:
                    watched = time.monotonic()
                    self.watch(Progress(self._done, len(crew.open), crew.running(), watched - started))
        except ConnectionLost as error:
            self.lost = str(error)
        finally:
            crew.drop()

    def _result(self, done: Done[Unit]) -> tuple[Unit, UnitResult]:
        self._done += 1
        unit = done.unit
        if not done.lost:
            assert isinstance(done.result, UnitResult)
            return unit, done.result
        missing = len(unit.positions) - unit.offset
        return unit, UnitResult(unit.key, unit.offset, (Reply("not-asked", f"not asked: {done.lost}"),) * missing, {})
