"""Units of a proof on a cluster. Each worker has a table of its own; what is proved is shared through the driver.

A unit travels with the newest of what others have proved, within a limit, and comes back with what its search has
proved: the driver's table takes that in, and from there it goes to the checkpoint and into the certificate. So the
driver needs nobody when all is proved, and a worker that is lost takes nothing with it but its last unit.
"""

from __future__ import annotations

import itertools
import threading
import time
import uuid
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ..engine import units
from ..engine.units import Question, Recipe, Unit, UnitResult
from ..errors import EngineError
from . import fitness
from .connection import Connection
from .crew import Crew
from .progress import Progress

if TYPE_CHECKING:
    from ..engine._core import Prover

SHARED = 17 * 7500  # bytes that travel with a unit: so many positions
_LOOK = 1.0  # seconds between two questions who runs what


class Known(NamedTuple):
    """What a unit has proved, with a number: a worker takes it in once."""

    number: int
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
        self.taken: set[int] = set()
        return self.prover

    def learn(self, known: tuple[Known, ...]) -> None:
        with self.lock:
            for number, news in known:
                if number not in self.taken:
                    self.taken.add(number)
                    self.prover.take_in(news)


_benches: dict[tuple[str, Recipe], _Bench] = {}
_benches_lock = threading.Lock()


def _bench(proof: str, recipe: Recipe) -> _Bench:
    with _benches_lock:
        for other in [key for key in _benches if key[0] != proof]:
            del _benches[other]  # of a proof that has ended, or that somebody else will begin again
        if (proof, recipe) not in _benches:
            _benches[proof, recipe] = _Bench(recipe)
        return _benches[proof, recipe]


def search(proof: str, recipe: Recipe, unit: Unit, known: tuple[Known, ...]) -> UnitResult:
    """On a worker: one sitting. A table that is full is begun anew."""
    bench = _bench(proof, recipe)
    try:
        bench.learn(known)
    except MemoryError:
        bench.begin()
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
        self._crew = Crew[Unit](connection, fitness.demands())
        self._crew.check()
        self._proof = uuid.uuid4().hex
        self._dropped: list[Unit] = []
        self._known: deque[Known] = deque()
        self._shared = 0
        self._numbers = itertools.count()
        self._recipe: Recipe | None = None
        self._started = time.monotonic()
        self._progress = Progress(0, 0)

    @property
    def room(self) -> int:
        return max(len(self._crew.open) + self._crew.room, 1)

    @property
    def nodes(self) -> int:
        return 0  # they are known when a unit comes back

    def start(self, question: Question, unit: Unit) -> None:
        if question.recipe != self._recipe:  # keys of one prover mean nothing to another
            self._recipe = question.recipe
            self._known.clear()
            self._shared = 0
        self._crew.give(unit, search, self._proof, question.recipe, unit, tuple(self._known))

    def drop(self, unit: Unit) -> None:
        """It runs to its end where it has begun, which takes a sitting at most; nobody waits for it."""
        if unit in self._crew.open:
            self._crew.drop(lambda open_unit: open_unit != unit)
            self._dropped.append(unit)

    def finished(self, seconds: float) -> list[tuple[Unit, UnitResult]]:
        found = [(unit, UnitResult(False, "unwanted", 0, 0.0)) for unit in self._dropped]
        self._dropped.clear()
        for done in self._crew.collect(0 if found else seconds):
            if done.lost:
                raise EngineError(f"a unit could not be searched: {done.lost}")
            assert isinstance(done.result, UnitResult)
            found.append((done.unit, done.result))
            self._share(done.result.news)
            self._progress = replace(self._progress, done=self._progress.done + 1)
        return found

    def drop_all(self) -> None:
        self._crew.drop()
        self._dropped.clear()

    def progress(self) -> Progress:
        """Units done, open, and running where; asked of the scheduler at most once a second."""
        seconds = time.monotonic() - self._started
        if seconds - self._progress.seconds >= _LOOK:
            running = self._crew.running()
            self._progress = Progress(self._progress.done, len(self._crew.open), running, seconds)
        return self._progress

    def _share(self, news: bytes) -> None:
        if not news:
            return
        self._known.append(Known(next(self._numbers), news[-SHARED:]))
        self._shared += len(self._known[-1].news)
        while self._shared > SHARED:
            self._shared -= len(self._known.popleft().news)
