"""Exact values at once, or not at all: what cannot be solved in a moment is for a worker.

One engine a game is kept, with what it has found, and so are the latest answers.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

from ..engine import why_missing
from ..explain.best_play import BestPlay
from ..explain.reasons import Reason, reasons
from ..games import Move, Position, Ranking
from ..language import current
from ..search import Solution
from ..solver import Solver
from .proofs import Proofs

SECONDS = 0.15  # longer, and nobody would call it at once
_NODES_OF_LADDER = 3000
_TABLE = 32 << 20
_GAMES, _ANSWERS, _REASONS = 16, 20_000, 2_000

Key = TypeVar("Key")
Item = TypeVar("Item")


class Latest(Generic[Key, Item]):
    """The latest so many items."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._items: OrderedDict[Key, Item] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> Item | None:
        with self._lock:
            if key in self._items:
                self._items.move_to_end(key)
            return self._items.get(key)

    def put(self, key: Key, item: Item) -> Item:
        with self._lock:
            self._items[key] = item
            self._items.move_to_end(key)
            if len(self._items) > self._most:
                self._items.popitem(last=False)
        return item


class Analyst:
    """Solves small positions, and remembers what others have solved."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._answers: Latest[tuple[Position, Ranking], Solution] = Latest(_ANSWERS)
        self._reasons: Latest[tuple[Position, str], dict[Move, Reason]] = Latest(_REASONS)
        self._solvers: Latest[str, Solver] = Latest(_GAMES)
        self._lock = threading.Lock()
        self.proofs = Proofs()

    def recall(self, position: Position, ranking: Ranking = Ranking.QUICKEST) -> Solution | None:
        """What was found before; nothing is searched."""
        return self._answers.get((position, ranking))

    def keep(self, solution: Solution) -> None:
        """Remembers what a worker found; never less than is known already."""
        before = self.recall(solution.position, solution.ranking)
        if before is None or before.value is None:
            self._answers.put((solution.position, solution.ranking), solution)

    def solve(self, position: Position, ranking: Ranking = Ranking.QUICKEST) -> Solution:
        """The solution, as far as it can be found at once: the status says whether it is one.

        What could not be solved is remembered too, so that nobody waits for it twice.
        """
        solution = self.recall(position, ranking)
        if solution is None:
            with self._lock:  # one search at a time: an engine keeps a table
                solution = self.recall(position, ranking) or self._search(position, ranking)
                self._answers.put((position, ranking), solution)
        return solution

    def is_solved(self, position: Position) -> bool:
        """Whether every move's value is known: a result without them is not enough to play or judge by."""
        return self.solve(position).value is not None

    def reasons(self, solution: Solution) -> dict[Move, Reason]:
        """Why the moves of a solved position are as good as they are, in the current language."""
        key = (solution.position, current())
        by_move = self._reasons.get(key)
        if by_move is None:
            play = BestPlay(solution.ranking, node_limit=100_000)
            by_move = self._reasons.put(key, reasons(solution, play))
        return by_move

    def _search(self, position: Position, ranking: Ranking) -> Solution:
        name = position.game.name  # a solver for each game, so that the latest few can be kept
        solver = self._solvers.get(name) or self._solvers.put(name, Solver(memory=_TABLE))
        if why_missing() is not None:
            return solver.solve(position, ranking, node_limit=_NODES_OF_LADDER)
        return solver.solve(position, ranking, time_limit=self.seconds)
