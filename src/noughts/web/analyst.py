"""What is known at once: values of what is small, bounds and proofs of what is large. Longer work is for a worker.

One solver a game is kept, with what it has found, and so are the latest answers. Large boards are searched one at a
time, so that those who play on small ones do not wait for them; whoever cannot have a turn soon is told what is certain
without a search.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from ..engine import why_missing
from ..explain.best_play import BestPlay
from ..explain.reasons import Reason, reasons
from ..games import Game, Move, Position, Ranking
from ..language import LANGUAGES, current
from ..search import Solution, Source, Status
from ..solver import Solver, at_once, by_holds_and_threats
from .budget import Budget
from .cache import Cache
from .proofs import Proofs

SECONDS = 0.15  # longer, and nobody would call it at once
PATIENCE = 0.1  # seconds that a large board waits for its turn
HURRY = 6  # the fraction of its time that a large board has while others wait
SMALL = 16  # cells: searched at once whoever else is searching
_NODES_OF_LADDER = 3000
_TABLE = 16 << 20

_Key = tuple[Position, Ranking, str]


class Analyst:
    """Solves small positions, says what is known of large ones, and remembers what others have solved."""

    def __init__(self, seconds: float = SECONDS, budget: Budget | None = None) -> None:
        budget = budget or Budget()
        self.seconds = seconds
        self._answers: Cache[_Key, Solution] = Cache(budget.answers, _size_of_solution)
        self._assessed: Cache[_Key, Solution] = Cache(budget.answers, _size_of_solution)
        self._searched: Cache[Position, float] = Cache(budget.answers // 8, lambda _seconds: 500)
        self._reasons: Cache[tuple[Position, str], dict[Move, Reason]] = Cache(budget.reasons, _size_of_reasons)
        self._table = min(_TABLE, budget.tables // 4)
        self._solvers: Cache[str, _GameSolver] = Cache(budget.tables, lambda _solver: 2 * self._table)
        self._making = threading.Lock()
        self._large = threading.Semaphore(1)
        self._waiting = 0  # large boards; about so many, as threads count at the same time
        self.proofs = Proofs()

    def recall(self, position: Position, ranking: Ranking = Ranking.QUICKEST) -> Solution | None:
        """The most that was found before; nothing is searched."""
        return _known(self._assessed, position, ranking) or _known(self._answers, position, ranking)

    def searched(self, position: Position) -> float:
        """For how many seconds a worker has searched it."""
        return self._searched.get(position) or 0.0

    def keep(self, solution: Solution, seconds: float = 0.0) -> None:
        """Remembers what a worker found in so many seconds, beside what is known already."""
        self._searched.put(solution.position, max(seconds, self.searched(solution.position)))
        before = self.recall(solution.position, solution.ranking)
        if before is None or before.value is None:
            solution = solution if before is None else _together(solution, before)
            self._assessed.put((solution.position, solution.ranking, current()), solution)

    def solve(self, position: Position, ranking: Ranking = Ranking.QUICKEST) -> Solution:
        """What `solve` says within a moment: the status tells whether it is a solution."""
        key = (position, ranking, current())
        solution = self._answers.get(key)
        if solution is None:
            with self._turn(position) as is_free:
                solution = self._answers.get(key) or self._solved(position, ranking, is_free, every_move=False)
                if is_free:  # what could not be solved is remembered too, so that nobody waits for it twice
                    self._answers.put(key, solution)
        return solution

    def assess(
        self,
        position: Position,
        ranking: Ranking = Ranking.QUICKEST,
        played: Sequence[Move] | None = None,
    ) -> Solution:
        """The same, and what can be said about every single move. The moves that were `played` help to find a proof."""
        solution = self.recall(position, ranking)
        if solution is None or (solution.value is None and _known(self._assessed, position, ranking) is None):
            with self._turn(position) as is_free:
                solution = _known(self._assessed, position, ranking) or self._solved(
                    position, ranking, is_free, every_move=True, played=played
                )
                if is_free:
                    self._assessed.put((position, ranking, current()), solution)
        return solution

    def is_solved(self, position: Position) -> bool:
        """Whether every move's value is known: a result without them is not enough to play or judge by."""
        return self.assess(position).value is not None

    def reasons(self, solution: Solution) -> dict[Move, Reason]:
        """Why the moves of a solved position are as good as they are, in the current language."""
        key = (solution.position, current())
        by_move = self._reasons.get(key)
        if by_move is None:
            play = BestPlay(solution.ranking, node_limit=100_000)
            by_move = self._reasons.put(key, reasons(solution, play))
        return by_move

    @contextmanager
    def _turn(self, position: Position) -> Iterator[bool]:
        """Whether there is time for a search now: always on small boards, for one at a time on large ones."""
        if position.game.cells <= SMALL:
            yield True
            return
        self.proofs.wait(position)  # to read one takes seconds, in which nobody else is to wait
        self._waiting += 1
        is_free = self._large.acquire(timeout=PATIENCE)
        self._waiting -= 1
        try:
            yield is_free
        finally:
            if is_free:
                self._large.release()

    def _solved(
        self,
        position: Position,
        ranking: Ranking,
        is_free: bool,
        every_move: bool,
        played: Sequence[Move] | None = None,
    ) -> Solution:
        if not is_free:
            return at_once(position, ranking, played=played, prefer_proof=True).spread()
        seconds = self.seconds / HURRY if self._waiting and position.game.cells > SMALL else self.seconds
        with self._making:
            name = position.game.name  # a solver for each game, so that the latest few can be kept
            solver = self._solvers.get(name) or self._solvers.put(name, _GameSolver(position.game, self._table))
        return solver.solve(position, ranking, seconds, every_move, played)


class _GameSolver:
    """The solver of one game; one search at a time, because the engine keeps a table."""

    def __init__(self, game: Game, memory: int) -> None:
        self.game = game
        self._solver = Solver(memory=memory)
        self._lock = threading.Lock()

    def solve(
        self,
        position: Position,
        ranking: Ranking,
        seconds: float,
        every_move: bool,
        played: Sequence[Move] | None,
    ) -> Solution:
        with self._lock:
            if why_missing() is not None:
                return self._solver.solve(position, ranking, node_limit=_NODES_OF_LADDER, played=played)
            return self._solver.solve(position, ranking, time_limit=seconds, every_move=every_move, played=played)


def _together(solution: Solution, before: Solution) -> Solution:
    """What a worker found, with the bounds and the proof's move that were known before."""
    if solution.value is not None:
        return solution
    moves = {**before.moves, **solution.moves}
    both = replace(solution, moves=moves, proof_move=before.proof_move, best=solution.best or before.best)
    return both.narrowed(before)


def _known(kept: Cache[_Key, Solution], position: Position, ranking: Ranking) -> Solution | None:
    """What is kept, with its reason in the current language."""
    language = current()
    solution = kept.get((position, ranking, language))
    if solution is not None:
        return solution
    for other in LANGUAGES:
        solution = kept.get((position, ranking, other))
        if solution is not None:
            return kept.put((position, ranking, language), _translated(solution))
    return None


def _translated(solution: Solution) -> Solution:
    """Its reason again, in the current language."""
    if solution.source is Source.SEARCH or solution.status is Status.UNKNOWN:
        return solution
    again = at_once(solution.position, solution.ranking, prefer_proof=solution.source is Source.PROOF)
    # What rules and proofs do not say at once was found by holds and threats.
    because = again.because if again.bounds == solution.bounds else by_holds_and_threats()
    return replace(solution, because=because, proof_move=again.proof_move)


def _size_of_solution(solution: Solution) -> int:
    return 2000 + 250 * (len(solution.moves) + len(solution.move_bounds) + len(solution.line))


def _size_of_reasons(by_move: dict[Move, Reason]) -> int:
    return 1000 + sum(4000 + 6 * len(reason.sentence) for reason in by_move.values())
