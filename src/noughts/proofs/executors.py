"""Executors of the units of a proof: the protocol, and threads of this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ..executor import Executor, ThreadExecutor
from .units import ProofUnit, Question, SearchResult, search


class ProofExecutor(Executor[ProofUnit, SearchResult], Protocol):
    """Searches the units of one question at a time."""

    @property
    def nodes(self) -> int:
        """Nodes of the open units, as far as they are known."""
        ...

    def begin(self, question: Question) -> None:
        """From now on, units are of this question. No unit is open."""
        ...


class ProofThreads(ThreadExecutor[ProofUnit, SearchResult]):
    """Threads of this process, which share the prover's table."""

    def __init__(self, count: int) -> None:
        super().__init__(count, self._search)
        self._nodes: dict[int, int] = {}  # by key of a unit

    @property
    def nodes(self) -> int:
        return sum(self._nodes.get(unit.key, 0) for unit in self.open)

    def begin(self, question: Question) -> None:
        self._prover = question.prover
        self._nodes.clear()

    def _search(self, unit: ProofUnit, is_cancelled: Callable[[], bool]) -> SearchResult:
        def goes_on(nodes: int) -> bool:
            self._nodes[unit.key] = nodes
            return not is_cancelled()

        return search(self._prover, unit, goes_on)
