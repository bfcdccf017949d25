"""Units of a proof on a cluster. Each worker has a table of its own; what is proved is shared through the driver.

Units travel in bundles, with the newest of what others have proved, within a limit.
They come back with what their searches have proved: the driver's table takes that in, and from there it goes to the
checkpoint and into the certificate. So the driver needs nobody when all is proved, and a worker that is lost takes
nothing with it but its last bundle.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Sequence
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
_BUNDLE_SECONDS, _MOST = 0.05, 16  # of a bundle, and how many units are in it at most
_LOOK = 1.0  # seconds between two questions who runs what

Bundle: TypeAlias = tuple[Unit, ...]


class Known(NamedTuple):
    """The end of all that has been proved in this proof, and where it begins: a worker takes in what is new to it."""

    start: int
    news: bytes


class _Bench:
    """What a worker keeps between the units of one proof."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.lock = threading.Lock()  # a worker may have several threads
        self.begin()

    def begin(self) -> Prover:
        self.prover = self.recipe.make()
        self.prover.take_news()  # from now on news are kept
        self.known = 0
        return self.prover

    def learn(self, known: Known) -> None:
        with self.lock:
            self.prover.take_in(known.news[max(self.known - known.start, 0) :])
            self.known = max(self.known, known.start + len(known.news))


_benches: dict[tuple[str, Recipe], _Bench] = {}
_benches_lock = threading.Lock()


def _bench(proof: str, recipe: Recipe) -> _Bench:
    with _benches_lock:
        for other in [key for key in _benches if key[0] != proof]:
            del _benches[other]  # of a proof that has ended, or that somebody else will begin again
        if (proof, recipe) not in _benches:
            _benches[proof, recipe] = _Bench(recipe)
        return _benches[proof, recipe]


def search(proof: str, recipe: Recipe, bundle: Bundle, known: Known) -> list[UnitResult]:
    """On a worker: a sitting for each of the units. A table that is full is begun anew."""
    bench = _bench(proof, recipe)
    try:
        bench.learn(known)
    except MemoryError:
        bench.begin()
    return [_search(bench, unit) for unit in bundle]


def _search(bench: _Bench, unit: Unit) -> UnitResult:
    prover = bench.prover
    result = units.search(prover, unit)
    news = prover.take_news()
    if result.reason == "memory":
        prover = bench.begin()
        result = units.search(prover, unit)
        news += prover.take_news()
    return result._replace(news=news)


class Workers:
    """The workers of a cluster as searchers of units."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._crew = Crew[Bundle](connection, fitness.demands())
        self._crew.check()
        self._proof = uuid.uuid4().hex
        self._waiting: list[Unit] = []
        self._unwanted: set[Unit] = set()
        self._dropped: list[Unit] = []
        self._recipe: Recipe | None = None
        self._known = Known(0, b"")
        self._seconds = _BUNDLE_SECONDS  # that a unit takes, of late
        self._started = time.monotonic()
        self._progress = Progress(0, 0)

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
        """It runs to its end where it has begun, which takes a sitting at most; nobody waits for it."""
        self._unwanted.add(unit)
        gone = [waiting for waiting in self._waiting if waiting in self._unwanted]
        gone += [one for bundle in self._crew.open if self._unwanted.issuperset(bundle) for one in bundle]
        self._waiting = [waiting for waiting in self._waiting if waiting not in self._unwanted]
        self._crew.drop(lambda bundle: not self._unwanted.issuperset(bundle))
        self._unwanted.difference_update(gone)
        self._dropped += gone

    def drop_all(self) -> None:
        self._crew.drop()
        self._waiting.clear()
        self._unwanted.clear()
        self._dropped.clear()

    def finished(self, seconds: float) -> list[tuple[Unit, UnitResult]]:
        self._send()
        found = [(unit, UnitResult(False, "unwanted", 0, 0.0)) for unit in self._dropped]
        self._dropped.clear()
        for done in self._crew.collect(0 if found else seconds):
            if done.lost:
                raise EngineError(f"a unit could not be searched: {done.lost}")
            found += zip(done.unit, done.result)
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
            size = min(-(-len(self._waiting) // room), self._most)  # so that all have something to do
            bundle, self._waiting = tuple(self._waiting[:size]), self._waiting[size:]
            self._crew.give(bundle, search, self._proof, self._recipe, bundle, self._known)

    def _settle(self, bundle: Bundle, results: Sequence[UnitResult]) -> None:
        self._unwanted.difference_update(bundle)
        self._progress = replace(self._progress, done=self._progress.done + len(bundle))
        took = sum(result.seconds for result in results) / len(bundle)
        self._seconds += (max(took, _BUNDLE_SECONDS / _MOST) - self._seconds) / 4
        news = self._known.news + b"".join(result.news for result in results)
        kept = news[-SHARED:]
        self._known = Known(self._known.start + len(news) - len(kept), kept)
