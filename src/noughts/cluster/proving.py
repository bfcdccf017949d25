"""Units of a proof on a cluster. Each worker has a table of its own; what is proved is shared through the driver.

Units travel in bundles, with the newest of what others have proved, within a limit. They are numbered, so that workers
can be told which of them are no longer wanted. They come back with what their searches have proved: the driver's table
takes that in, and from there it goes to the checkpoint and into the certificate. What a lost worker takes with it is
searched again where it is missed.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterable, Sequence
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
_TRIES = 3  # of a unit whose table is full, each with another one that is empty: the threads of a worker share them

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
        if not known.news:
            return
        with self.lock:
            try:
                self.prover.take_in(known.news[max(self.known - known.start, 0) :])
            except MemoryError:
                self._begin()
            self.known = max(self.known, known.start + len(known.news))


class _Desk:
    """What a worker keeps of a proof, and which of the units that come to it are no longer wanted."""

    def __init__(self, proof: str) -> None:
        self.proof = proof
        self.stopped_before, self.stopped = 0, set[int]()
        self._benches: dict[Recipe, _Bench] = {}
        self._lock = threading.Lock()

    def bench(self, recipe: Recipe) -> _Bench:
        with self._lock:
            if recipe not in self._benches:
                self._benches[recipe] = _Bench(recipe)
            return self._benches[recipe]

    def stop(self, before: int, numbers: Iterable[int]) -> None:
        with self._lock:
            self.stopped_before = max(self.stopped_before, before)
            self.stopped = {number for number in (*self.stopped, *numbers) if number >= self.stopped_before}

    def is_wanted(self, number: int) -> bool:
        return number >= self.stopped_before and number not in self.stopped


_desk = _Desk("")
_desk_lock = threading.Lock()


def _desk_of(proof: str) -> _Desk:
    global _desk
    with _desk_lock:
        if _desk.proof != proof:  # the other one has ended, or somebody else will begin it again
            _desk = _Desk(proof)
        return _desk


def search(proof: str, recipe: Recipe, first: int, bundle: Bundle, known: Known) -> list[UnitResult]:
    """On a worker: a sitting for each of the units, which are numbered from `first`, as long as there is time.

    When one fails, the next ones may no longer be wanted, so that the rest is given back.
    """
    desk = _desk_of(proof)
    bench = desk.bench(recipe)
    bench.learn(known)
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
        desk.stop(before, numbers)


def _search(desk: _Desk, bench: _Bench, number: int, unit: Unit) -> UnitResult:
    def is_wanted(nodes: int) -> bool:
        return desk.is_wanted(number)

    if not is_wanted(0):
        return UnitResult(False, "unwanted", 0, 0.0)
    prover, news, nodes = bench.prover, b"", 0
    for _ in range(_TRIES):
        result = units.search(prover, unit, is_wanted)
        news += prover.take_news()
        nodes += result.nodes
        if result.reason != "memory":
            break
        prover = bench.begin_anew(prover)
    # What another thread has taken is told by that one; but of its own proof a unit tells itself.
    if result.proved and (own := prover.record(unit.key)) not in news:
        news += own
    return result._replace(news=news, nodes=nodes)


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
        self._met: set[str] = set()  # workers, by address
        self._unwanted: set[int] = set()
        self._to_stop: set[int] = set()
        self._recipe: Recipe | None = None
        self._known = Known(0, b"")
        self._seconds = _BUNDLE_SECONDS  # that a unit takes, of late
        self._started = time.monotonic()
        self._done = 0
        self._running: dict[str, int] = {}
        self._looked = -_LOOK

    @property
    def hands(self) -> int:
        return self.connection.threads

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
        if self._to_stop and not self.connection.is_stopping:
            self._stop(min(self._numbers.values(), default=self._sent))
        found = [(unit, UnitResult(False, "unwanted", 0, 0.0)) for unit in self._dropped]
        self._dropped.clear()
        for done in self._crew.collect(0 if found else seconds):
            if done.lost:
                raise EngineError(f"a unit could not be searched: {done.lost}")
            found += zip(done.unit, done.result)  # as many as there are results
            self._settle(done.unit, done.result)
        return found

    def progress(self) -> Progress:
        """Units done, open, and running where; the scheduler is asked for that at most once a second."""
        now = time.monotonic()
        if now - self._looked >= _LOOK:
            self._running, self._looked = self._crew.running(), now
        open_units = len(self._waiting) + sum(map(len, self._crew.open))
        return Progress(self._done, open_units, self._running, now - self._started)

    @property
    def _most(self) -> int:
        """Units in a bundle."""
        return min(max(round(_BUNDLE_SECONDS / self._seconds), 1), _MOST)

    def _send(self) -> None:
        while self._waiting and (room := self._crew.room):
            bundles = min(room, max(self.hands, 1), len(self._waiting))
            size = min(-(-len(self._waiting) // room), self._most)  # so that all have something to do
            sent, self._waiting = self._waiting[: bundles * size], self._waiting[bundles * size :]
            for first in range(bundles):  # the first units are searched first, by whomever
                self._give(tuple(sent[first::bundles]))

    def _give(self, bundle: Bundle) -> None:
        self._crew.give(bundle, search, self._proof, self._recipe, self._sent, bundle, self._known_to_one())
        self._numbers |= {unit: number for number, unit in enumerate(bundle, self._sent)}
        self._sent += len(bundle)

    def _known_to_one(self) -> Known:
        """What the worker that the next bundle goes to may not know: nothing, if there never was another one."""
        self._met |= self.connection.workers().keys()
        return self._known if len(self._met) > 1 else Known(0, b"")

    def _stop(self, before: int) -> None:
        self.connection.stop(__name__, self._proof, before, tuple(self._to_stop))
        self._to_stop.clear()

    def _settle(self, bundle: Bundle, results: Sequence[UnitResult]) -> None:
        left = bundle[len(results) :]
        unwanted = {unit for unit in bundle if self._numbers[unit] in self._unwanted}
        self._waiting[:0] = [unit for unit in left if unit not in unwanted]
        self._dropped += [unit for unit in left if unit in unwanted]
        self._unwanted -= {self._numbers.pop(unit) for unit in bundle}
        searched = [result.seconds for result in results if result.reason != "unwanted"]
        self._done += len(searched)
        if searched:
            took = sum(searched) / len(searched)
            self._seconds += (max(took, _BUNDLE_SECONDS / _MOST) - self._seconds) / 4
        news = self._known.news + b"".join(result.news for result in results)
        kept = news[-SHARED:]
        self._known = Known(self._known.start + len(news) - len(kept), kept)
