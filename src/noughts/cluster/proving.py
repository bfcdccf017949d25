"""Units of a proof on a cluster. Each worker has a table of its own; what is proved is shared through the driver.

Units travel in bundles, with the newest of what others have proved, within a limit. They are numbered, so that workers
can be told which of them are no longer wanted. They come back with what their searches have proved: the driver's table
takes that in, and from there it goes to the checkpoint and into the certificate. So the driver needs nobody when all is
proved, and a worker that is lost takes nothing with it but its last bundles.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..engine import units
from ..engine.units import Question, Recipe, Unit, UnitResult
from ..errors import EngineError
from . import fitness
from .connection import Connection
from .crew import Crew
from .progress import Progress

if TYPE_CHECKING:
    from ..engine._core import Prover

SHARED = 17 * 7500  # bytes that travel with a bundle: so many positions
# Of a bundle: how long it is gone on with, and how many units are in it at most. Dask takes some 15 ms for each; on
# Qubic half a second or more cost units that were searched in vain, because others had failed meanwhile.
_BUNDLE_SECONDS, _MOST = 0.3, 16
_LOOK = 1.0  # seconds between two questions who runs what

Bundle: TypeAlias = tuple[Unit, ...]


class Known(NamedTuple):
    """The end of all that has been proved in this proof, and where it begins: a worker takes in what is new to it."""

    start: int
    news: bytes


class _Bench:
    """A prover of a worker, whose threads share it, and how much of what is known it has been told."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.lock = threading.Lock()
        self._begin()

    def _begin(self) -> None:
        self.prover = self.recipe.make()
        self.prover.take_news()  # from now on news are kept
        self.known = 0

    def begin_anew(self, instead_of: Prover) -> Prover:
        """Another prover, whose table is empty; the same for all who ask for one."""
        with self.lock:
            if self.prover is instead_of:
                self._begin()
            return self.prover

    def learn(self, known: Known) -> None:
        with self.lock:
            self.prover.take_in(known.news[max(self.known - known.start, 0) :])
            self.known = max(self.known, known.start + len(known.news))


class _Desk:
    """What a worker keeps of a proof, and which of the units that come to it are no longer wanted."""

    def __init__(self, proof: str) -> None:
        self.proof = proof
        self.benches: dict[Recipe, _Bench] = {}
        self.stopped_before, self.stopped = 0, set[int]()

    def is_wanted(self, number: int) -> bool:
        return number >= self.stopped_before and number not in self.stopped


_desk = _Desk("")
_desk_lock = threading.Lock()


def _bench(proof: str, recipe: Recipe) -> tuple[_Desk, _Bench]:
    global _desk
    with _desk_lock:
        if _desk.proof != proof:  # the other one has ended, or somebody else will begin it again
            _desk = _Desk(proof)
        if recipe not in _desk.benches:
            _desk.benches[recipe] = _Bench(recipe)
        return _desk, _desk.benches[recipe]


def search(proof: str, recipe: Recipe, first: int, bundle: Bundle, known: Known) -> list[UnitResult]:
    """On a worker: a sitting for each of the units, which are numbered from `first`, as long as there is time.

    When one fails, others may no longer be wanted, so that the rest is given back.
    """
    desk, bench = _bench(proof, recipe)
    try:
        bench.learn(known)
    except MemoryError:
        bench.begin_anew(bench.prover)
    results: list[UnitResult] = []
    started = time.monotonic()
    for number, unit in enumerate(bundle, first):
        result = _search(desk, bench, number, unit)
        results.append(result)
        has_failed = not result.proved and result.reason != "unwanted"
        if has_failed or time.monotonic() - started > _BUNDLE_SECONDS:
            break
    return results


def stop(proof: str, before: int, numbers: Iterable[int]) -> None:
    """On a worker: these units are no longer wanted, nor are those before a number."""
    desk = _desk
    if desk.proof == proof:
        desk.stopped_before = max(desk.stopped_before, before)
        desk.stopped |= {number for number in numbers if number >= before}


def _search(desk: _Desk, bench: _Bench, number: int, unit: Unit) -> UnitResult:
    def is_wanted(nodes: int) -> bool:
        return desk.is_wanted(number)

    if not is_wanted(0):
        return UnitResult(False, "unwanted", 0, 0.0)
    prover = bench.prover
    result = units.search(prover, unit, is_wanted)
    news = prover.take_news()
    if result.reason == "memory":
        prover = bench.begin_anew(prover)
        result = units.search(prover, unit, is_wanted)
        news += prover.take_news()
    # What another thread has taken is told by that one; but of its own proof a unit tells itself.
    if result.proved and (own := prover.record(unit.key)) not in news:
        news += own
    return result._replace(news=news)


class Workers:
    """The workers of a cluster as searchers of units."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._crew = Crew[Bundle](connection, fitness.demands())
        self._crew.check()
        self._proof = uuid.uuid4().hex
        self._waiting: list[Unit] = []
        self._dropped: list[Unit] = []
        self._sent = 0
        self._numbers: dict[Unit, int] = {}  # of those that were sent
        self._unwanted: set[int] = set()
        self._to_stop: set[int] = set()
        self._recipe: Recipe | None = None
        self._known = Known(0, b"")
        self._seconds = _BUNDLE_SECONDS  # that a unit takes, of late
        self._started = time.monotonic()
        self._progress = Progress(0, 0)

    @property
    def hands(self) -> int:
        return self.connection.room

    @property
    def room(self) -> int:
        return max((len(self._crew.open) + self._crew.room) * self._most, 1)

    @property
    def nodes(self) -> int:
        return 0  # they are known when a unit comes back

    def start(self, question: Question, unit: Unit) -> None:
        if question.recipe != self._recipe:  # what one prover calls a position means nothing to another
            self._recipe = question.recipe
            self._known = Known(self._known.start + len(self._known.news), b"")
        self._waiting.append(unit)

    def drop(self, unit: Unit) -> None:
        if unit in self._waiting:
            self._waiting.remove(unit)
            self._dropped.append(unit)
        elif unit in self._numbers and self._numbers[unit] not in self._unwanted:
            self._unwanted.add(self._numbers[unit])
            self._to_stop.add(self._numbers[unit])

    def drop_all(self) -> None:
        if self._crew.open:
            self._crew.drop()
            self._stop(self._sent)
        self._to_stop.clear()
        self._waiting.clear()
        self._dropped.clear()
        self._numbers.clear()
        self._unwanted.clear()

    def finished(self, seconds: float) -> list[tuple[Unit, UnitResult]]:
        self._send()
        if self._to_stop:
            self._stop(min(self._numbers.values()))
        found = [(unit, UnitResult(False, "unwanted", 0, 0.0)) for unit in self._dropped]
        self._dropped.clear()
        for done in self._crew.collect(0 if found else seconds):
            if done.lost:
                raise EngineError(f"a unit could not be searched: {done.lost}")
            found += zip(done.unit, done.result)  # as many as there are results
            self._settle(done.unit, done.result)
        return found

    def progress(self) -> Progress:
        """Units done, open, and running where; asked of the scheduler at most once a second."""
        seconds = time.monotonic() - self._started
        if seconds - self._progress.seconds >= _LOOK:
            open_units = len(self._waiting) + sum(map(len, self._crew.open))
            self._progress = Progress(self._progress.done, open_units, self._crew.running(), seconds)
        return self._progress

    @property
    def _most(self) -> int:
        """Units in a bundle."""
        return min(max(round(_BUNDLE_SECONDS / self._seconds), 1), _MOST)

    def _send(self) -> None:
        assert self._recipe is not None or not self._waiting
        while self._waiting and (room := self._crew.room):
            bundles = min(room, max(self.hands, 1), len(self._waiting))
            size = min(-(-len(self._waiting) // room), self._most)  # so that all have something to do
            units, self._waiting = self._waiting[: bundles * size], self._waiting[bundles * size :]
            for first in range(bundles):  # the first units are searched first, by whomever
                self._give(tuple(units[first::bundles]))

    def _give(self, bundle: Bundle) -> None:
        self._crew.give(bundle, search, self._proof, self._recipe, self._sent, bundle, self._known_to_one())
        self._numbers |= {unit: number for number, unit in enumerate(bundle, self._sent)}
        self._sent += len(bundle)

    def _known_to_one(self) -> Known:
        """What the worker that the next bundle goes to may not know. One that is alone knows all there is."""
        known = self._known
        return known if len(self.connection.workers()) > 1 else Known(known.start + len(known.news), b"")

    def _stop(self, before: int) -> None:
        self.connection.stop(__name__, self._proof, before, tuple(self._to_stop))
        self._to_stop.clear()

    def _settle(self, bundle: Bundle, results: Sequence[UnitResult]) -> None:
        left = bundle[len(results) :]
        unwanted = {unit for unit in bundle if self._numbers[unit] in self._unwanted}
        self._waiting[:0] = [unit for unit in left if unit not in unwanted]
        self._dropped += [unit for unit in left if unit in unwanted]
        self._unwanted -= {self._numbers.pop(unit) for unit in bundle}
        self._progress = replace(self._progress, done=self._progress.done + len(results))
        took = sum(result.seconds for result in results) / len(results)
        self._seconds += (max(took, _BUNDLE_SECONDS / _MOST) - self._seconds) / 4
        news = self._known.news + b"".join(result.news for result in results)
        kept = news[-SHARED:]
        self._known = Known(self._known.start + len(news) - len(kept), kept)
