"""Units of a proof on a cluster. Each worker has a table of its own; updates are shared through the driver.

Units travel in bundles, with the newest updates of other workers, within a limit. They are numbered, so that workers
can be told which are cancelled. Results bring the updates of their searches: the driver merges these into its table,
and from there they go to the checkpoint and into the certificate. What a lost worker takes with it is searched again
where it is missed.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import EngineError
from ..proofs import units
from ..proofs.units import ProofUnit, Question, Recipe, SearchResult
from . import compatibility
from .connection import Connection
from .progress import ClusterProgress
from .worker_pool import WorkerPool

if TYPE_CHECKING:
    from ..engine._core import Prover

SHARED = 17 * 7500  # bytes of updates that travel with a bundle: so many positions
# The time limit of a bundle, and its largest number of units. Dask takes some 15 ms for each bundle; on Qubic half a
# second or more cost units that were searched in vain, because others had failed meanwhile.
_BUNDLE_SECONDS, _MOST = 0.3, 16
_TRIES = 3  # of a unit whose table is full, each with another one that is empty: the threads of a worker share them

_lock = threading.Lock()  # of the provers that the threads of a worker share


class SharedUpdates(NamedTuple):
    """The end of all updates of this proof, and where it begins: a worker merges what is new to it."""

    start: int
    data: bytes


NO_UPDATES = SharedUpdates(0, b"")


class _ProverSlot:
    """A prover of a worker, whose threads share it, and how many of the shared updates it has merged."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self._begin()

    def _begin(self) -> None:
        self.prover = self.recipe.make()
        self.prover.drain_updates()  # from now on updates are kept
        self.merged = 0

    def begin_anew(self, instead_of: Prover) -> Prover:
        """Another prover, whose table is empty; the same for all threads that ask for one."""
        with _lock:
            if self.prover is instead_of:
                self._begin()
            return self.prover

    def merge(self, shared: SharedUpdates) -> None:
        with _lock:
            try:
                self.prover.merge(shared.data[max(self.merged - shared.start, 0) :])
            except MemoryError:
                self._begin()
            self.merged = max(self.merged, shared.start + len(shared.data))


class _WorkerState:
    """What a worker keeps of a proof, and which of the units that come to it are cancelled."""

    def __init__(self, proof: str) -> None:
        self.proof = proof
        self.stopped_before, self.stopped = 0, set[int]()
        self._slots: dict[Recipe, _ProverSlot] = {}

    def slot(self, recipe: Recipe) -> _ProverSlot:
        with _lock:
            return self._slots.get(recipe) or self._slots.setdefault(recipe, _ProverSlot(recipe))

    def stop(self, before: int, numbers: Iterable[int]) -> None:
        """Only the event loop of the worker calls this, so that it need not wait for a lock."""
        self.stopped_before = max(self.stopped_before, before)
        self.stopped = {number for number in (*self.stopped, *numbers) if number >= self.stopped_before}

    def goes_on(self, number: int) -> bool:
        return number >= self.stopped_before and number not in self.stopped


_state = _WorkerState("")


def _state_of(proof: str) -> _WorkerState:
    global _state
    with _lock:
        if _state.proof != proof:  # the other proof has ended, or will begin anew
            _state = _WorkerState(proof)
        return _state


def search(
    proof: str, recipe: Sequence[Any], first: int, bundle: Sequence[Sequence[Any]], start: int, updates: bytes
) -> list[SearchResult]:
    """On a worker: a node slice for each of the units, which are numbered from `first`, while there is time.

    When one fails, the next ones may no longer be needed, so that the rest is returned.
    """
    state = _state_of(proof)
    slot = state.slot(Recipe.from_data(recipe))
    slot.merge(SharedUpdates(start, updates))
    results: list[SearchResult] = []
    deadline = time.monotonic() + _BUNDLE_SECONDS
    for number, data in enumerate(bundle, first):
        result = _search(state, slot, number, ProofUnit.from_data(data))
        results.append(result)
        has_failed = not result.proved and result.reason != "cancelled"
        if has_failed or time.monotonic() > deadline:
            break
    return results


def stop(proof: str, before: int, numbers: Iterable[int]) -> None:
    """On a worker: these units are cancelled, and so are those before a number."""
    state = _state
    if state.proof == proof:
        state.stop(before, numbers)


def _search(state: _WorkerState, slot: _ProverSlot, number: int, unit: ProofUnit) -> SearchResult:
    if not state.goes_on(number):
        return SearchResult(False, "cancelled", 0, 0.0)
    prover, updates, nodes = slot.prover, b"", 0
    for _ in range(_TRIES):
        result = units.search(prover, unit, lambda nodes: state.goes_on(number))
        updates += prover.drain_updates()
        nodes += result.nodes
        if result.reason != "memory":
            break
        prover = slot.begin_anew(prover)
    # Updates that another thread has drained come with that one's result; but a unit reports its own proof itself.
    if result.proved and (own := prover.record(unit.key)) not in updates:
        updates += own
    return result._replace(updates=updates, nodes=nodes)


@dataclass(frozen=True, eq=False)
class _Bundle:
    units: Sequence[ProofUnit]
    arguments: tuple[Any, ...]  # of `search`


class _Bundles(WorkerPool[_Bundle, list[SearchResult]]):
    """Runs bundles on the workers of a cluster."""

    def call(self, bundle: _Bundle) -> tuple[Any, ...]:
        return search, *bundle.arguments

    def result(self, bundle: _Bundle, data: Any, worker: str) -> list[SearchResult]:
        return [SearchResult(*fields)._replace(worker=worker) for fields in data]

    def failure(self, bundle: _Bundle, reason: str) -> list[SearchResult]:
        raise EngineError(f"a unit could not be searched: {reason}")


class ProofWorkers:
    """Searches units on the workers of a cluster."""

    nodes = 0  # they are known when a unit comes back

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._bundles = _Bundles(connection, compatibility.demands())
        self._proof = uuid.uuid4().hex
        self._waiting: list[ProofUnit] = []
        self._numbers: dict[ProofUnit, int] = {}  # of the units that are with workers
        self._next_number = 0
        self._cancelled: set[int] = set()
        self._to_stop: set[int] = set()  # cancelled, and workers do not know it yet
        self._recipe: Recipe | None = None
        self._shared = NO_UPDATES
        self._addresses: set[str] = set()  # workers, by address
        self._unit_seconds = _BUNDLE_SECONDS  # of late
        self._finished = 0

    @property
    def workers(self) -> int:
        return self._bundles.workers

    @property
    def capacity(self) -> int:
        return self._bundles.capacity * self._most

    @property
    def open(self) -> list[ProofUnit]:
        return [*self._numbers, *self._waiting]

    def begin(self, question: Question) -> None:
        if question.recipe != self._recipe:  # the updates of one prover mean nothing to another
            self._recipe = question.recipe
            self._shared = SharedUpdates(self._shared.start + len(self._shared.data), b"")

    def submit(self, unit: ProofUnit) -> None:
        self._waiting.append(unit)

    def cancel(self, unit: ProofUnit) -> None:
        if unit in self._waiting:
            self._waiting.remove(unit)
        elif unit in self._numbers and self._numbers[unit] not in self._cancelled:
            self._cancelled.add(self._numbers[unit])
            self._to_stop.add(self._numbers[unit])

    def cancel_all(self) -> None:
        if self._bundles.open:
            self._bundles.cancel_all()
            self._stop(self._next_number)
        self._to_stop.clear()
        self._waiting.clear()
        self._numbers.clear()
        self._cancelled.clear()

    def results(self, seconds: float) -> list[tuple[ProofUnit, SearchResult]]:
        self._send()
        if self._to_stop and not self.connection.is_stopping:
            self._stop(min(self._numbers.values(), default=self._next_number))
        results: list[tuple[ProofUnit, SearchResult]] = []
        for bundle, searched in self._bundles.results(seconds):
            results += zip(bundle.units, searched)  # as many as there are results
            self._settle(bundle, searched)
        return results

    def progress(self) -> ClusterProgress:
        return replace(self._bundles.progress(), finished=self._finished, open=len(self.open))

    @property
    def _most(self) -> int:
        """Units in a bundle."""
        return min(max(round(_BUNDLE_SECONDS / self._unit_seconds), 1), _MOST)

    def _send(self) -> None:
        while self._waiting and (room := self._bundles.capacity - len(self._bundles.open)) > 0:
            count = min(room, max(self.workers, 1), len(self._waiting))
            size = min(-(-len(self._waiting) // room), self._most)  # so that all workers have something to do
            sent, self._waiting = self._waiting[: count * size], self._waiting[count * size :]
            for first in range(count):  # the first units are searched first, by any worker
                self._send_bundle(sent[first::count])

    def _send_bundle(self, bundle: Sequence[ProofUnit]) -> None:
        assert self._recipe is not None
        self._addresses |= self.connection.workers().keys()
        shared = self._shared if len(self._addresses) > 1 else NO_UPDATES  # the only worker ever has made them all
        self._bundles.submit(_Bundle(bundle, (self._proof, self._recipe.as_data(), self._next_number, bundle, *shared)))
        self._numbers |= {unit: number for number, unit in enumerate(bundle, self._next_number)}
        self._next_number += len(bundle)

    def _stop(self, before: int) -> None:
        self.connection.stop(stop, self._proof, before, tuple(self._to_stop))
        self._to_stop.clear()

    def _settle(self, bundle: _Bundle, results: Sequence[SearchResult]) -> None:
        numbers = {unit: self._numbers.pop(unit) for unit in bundle.units}
        rest = bundle.units[len(results) :]
        self._waiting[:0] = [unit for unit in rest if numbers[unit] not in self._cancelled]
        self._cancelled -= set(numbers.values())
        searched = [result.seconds for result in results if result.reason != "cancelled"]
        self._finished += len(searched)
        if searched:
            mean = sum(searched) / len(searched)
            self._unit_seconds += (max(mean, _BUNDLE_SECONDS / _MOST) - self._unit_seconds) / 4
        updates = self._shared.data + b"".join(result.updates for result in results)
        newest = updates[-SHARED:]
        self._shared = SharedUpdates(self._shared.start + len(updates) - len(newest), newest)
