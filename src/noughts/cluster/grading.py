"""Units of a grading on a cluster. An agent's files travel in the unit, and never touch the disk of a worker.

Each worker puts them into its own sandbox and reports the protections that were active; `--trust` alone uses a
temporary folder. The key of a unit is a hash of the files and of everything else in it; workers check it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from ..grade import sandbox, units
from ..grade.children import Reply
from ..grade.units import GradingResult, GradingUnit
from . import compatibility
from .connection import ClusterError, Connection
from .worker_pool import WorkerPool

_sweep = cache(sandbox.sweep)  # once for each worker


def run(data: dict[str, Any], key: str) -> dict[str, Any]:
    """On a worker: runs a unit, if it is the one that was sent."""
    _sweep()
    unit = GradingUnit.from_data(data)
    if unit.key != key:
        raise ClusterError(f"{unit.candidate.name}: what arrived is not what was sent")
    return units.run(unit).as_json()


class GradingWorkers(WorkerPool[GradingUnit, GradingResult]):
    """Runs units on the workers of a cluster. `shared` are paths that agents may read, which workers must have."""

    def __init__(self, connection: Connection, *, shared: Iterable[str] = (), trust: bool = False) -> None:
        super().__init__(connection, compatibility.demands(sandbox=not trust, paths=shared))

    def call(self, unit: GradingUnit) -> tuple[Any, ...]:
        return run, unit.as_data(), unit.key

    def result(self, unit: GradingUnit, data: Any, worker: str) -> GradingResult:
        return GradingResult.from_json(data)

    def failure(self, unit: GradingUnit, reason: str) -> GradingResult:
        missing = len(unit.positions) - unit.offset
        return GradingResult(unit.key, unit.offset, (Reply("not-asked", f"not asked: {reason}"),) * missing, {})
