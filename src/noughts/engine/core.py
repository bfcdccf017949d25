"""The compiled core: the same answers as the ladder of `search/`, much faster.

`Core(game)` keeps its table between questions, so later ones about the same game are cheaper.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from ..errors import EngineError, SearchStopped
from ..games import Game, Move, MoveTuple, Position, Ranking, Result, SumTo, Value
from ..games.misuse import expect_whole_number
from ..search.progress import Progress, ProgressFunction
from ..search.solution import Cost, SearchInterrupted, Solution, Status

if TYPE_CHECKING:
    from . import _core

NAME = "core"
DEFAULT_MEMORY = 256 << 20
SMALLEST_MEMORY = 64 << 10
OUT_OF_REACH = (1 << 16) - 1  # no line can sum to more than 64 × 255


def why_missing() -> str | None:
    """Why the compiled core cannot be used; None if it can."""
    try:
        from . import _core  # noqa: F401
    except ImportError as error:
        return str(error)
    return None


def _countable(node_limit: int | None) -> int | None:
    """A limit that the core can count to; no search gets there."""
    return None if node_limit is None else min(node_limit, (1 << 63) - 1)


def expect_resources(memory: int, threads: int) -> None:
    """Raises an error that shows the right call, unless the core can have so much; also where there is no core."""
    expect_whole_number(memory, "solve(memory=256 << 20), in bytes")
    expect_whole_number(threads, "solve(threads=2)")
    if not SMALLEST_MEMORY <= memory <= 1 << 40:
        raise EngineError(
            f"the core needs from 64 kB to 1 TB of memory, such as solve(memory=256 << 20), not {memory:,} bytes"
        )
    if not 1 <= threads <= 256:
        raise EngineError(f"the core runs on 1 to 256 threads, such as solve(threads=2), not {threads}")


class Core:
    """One game in the compiled core: its rules as data, and a table of at most `memory` bytes."""

    def __init__(self, game: Game, *, memory: int = DEFAULT_MEMORY, threads: int = 1) -> None:
        expect_resources(memory, threads)
        self.game = game
        self._engine = core_module().Engine(rules_of(game), memory=memory, threads=threads)

    @property
    def table_bytes(self) -> int:
        """How much memory the table takes now. It grows as far as it may only if that is needed."""
        return int(self._engine.table_bytes)

    def solve(
        self,
        position: Position,
        ranking: Ranking | str = Ranking.QUICKEST,
        *,
        node_limit: int | None = None,
        time_limit: float | None = None,
        progress: ProgressFunction | None = None,
    ) -> Solution:
        """The value of the position and of every move, the best set and the principal line.

        Where a limit ends the search, the status is `bounded` or `unknown`; Ctrl-C raises `SearchInterrupted`.
        """
        ranking, started = Ranking.named(ranking), time.perf_counter()
        if position.outcome is not None:
            return Solution.finished(position, ranking, engine=NAME)
        answer = _Answer(
            *self._engine.values(
                *self._setup(position),
                earliest_end=ranking is Ranking.EARLIEST_END,
                progress=_reporter(progress),
                node_limit=_countable(node_limit),
                time_limit=time_limit,
            )
        )
        moves = {
            Move(cell, mark, self.game): _value(position, Move(cell, mark), lower)
            for cell, mark, lower, upper in answer.moves
            if lower == upper
        }
        for move in position.completing_moves():  # these are known whenever the search was stopped
            moves.setdefault(move, Value(Result.LOSS if position.game.misere else Result.WIN, 1))
        seconds = time.perf_counter() - started
        solution = Solution.of_moves(position, ranking, moves, engine=NAME, cost=answer.cost, seconds=seconds)
        line = self._moves(answer.line) or solution.best[:1]
        return _unless_interrupted(solution.with_line(line), answer)

    def result(
        self,
        position: Position,
        *,
        node_limit: int | None = None,
        time_limit: float | None = None,
        progress: ProgressFunction | None = None,
    ) -> Solution:
        """Win, draw or loss only, by null windows: much cheaper on large boards. `line` has one move that keeps it."""
        started = time.perf_counter()
        if position.outcome is not None:
            return Solution.finished(position, Ranking.QUICKEST, engine=NAME)
        answer = _Answer(
            *self._engine.result(
                *self._setup(position),
                progress=_reporter(progress),
                node_limit=_countable(node_limit),
                time_limit=time_limit,
            )
        )
        lower, upper = Result(max(-1, answer.lower)), Result(min(1, answer.upper))
        if_open = Status.UNKNOWN if (lower, upper) == (Result.LOSS, Result.WIN) else Status.BOUNDED
        solution = Solution(
            position=position,
            ranking=Ranking.QUICKEST,
            status=Status.PROVEN if lower is upper else if_open,
            value=None,
            line=self._moves(answer.best),
            engine=NAME,
            cost=answer.cost,
            seconds=time.perf_counter() - started,
            bounds=(lower, upper),
        )
        return _unless_interrupted(solution, answer)

    def value(
        self, position: Position, ranking: Ranking | str = Ranking.QUICKEST, *, time_limit: float | None = None
    ) -> Value:
        """The exact value of the position alone; `SearchStopped` if the time does not suffice."""
        return self._value_and_best(position, Ranking.named(ranking), with_best=False, time_limit=time_limit)[0]

    def best(
        self, position: Position, ranking: Ranking | str = Ranking.QUICKEST, *, time_limit: float | None = None
    ) -> list[Move]:
        """The best moves alone, the preferred one first; none if the game is over. Costs less than `solve`.

        `SearchStopped` if the time does not suffice.
        """
        return self._value_and_best(position, Ranking.named(ranking), with_best=True, time_limit=time_limit)[1]

    def _value_and_best(
        self, position: Position, ranking: Ranking, with_best: bool, time_limit: float | None = None
    ) -> tuple[Value, list[Move]]:
        if position.outcome is not None:
            finished = Solution.finished(position, ranking, engine=NAME).value
            assert finished is not None, "the game is over, so its value is known"
            return finished, []
        earliest_end = ranking is Ranking.EARLIEST_END
        board, side = self._setup(position)
        answer = _Answer(
            *self._engine.best(board, side, earliest_end=earliest_end, with_best=with_best, time_limit=time_limit)
        )
        if answer.reason == "interrupted":
            raise KeyboardInterrupt
        if answer.reason != "finished":
            raise SearchStopped(f"stopped after {answer.nodes:,} nodes; the value is not known")
        result = Result((answer.lower > 0) - (answer.lower < 0))
        empty = position.board.count(0)
        distance = empty + 1 - abs(answer.lower) if result else position.plies_left()
        return Value(result, distance), [*self._moves(answer.best)]

    def _moves(self, pairs: list[tuple[int, int]]) -> MoveTuple:
        return MoveTuple(Move(cell, mark, self.game) for cell, mark in pairs)

    def _setup(self, position: Position) -> tuple[bytes, int]:
        if position.game != self.game:
            raise EngineError(f"this core is for {self.game.name}, but the position is from {position.game.name}")
        return position.board, side_number(position)


class _Answer(NamedTuple):
    """What the core returns, field by field. Under either ranking, scores include the distance, as in `search.contract`
    those of `quickest` do."""

    moves: list[tuple[int, int, int, int]]
    line: list[tuple[int, int]]
    best: list[tuple[int, int]]
    lower: int
    upper: int
    reason: str
    nodes: int
    cutoffs: int
    table_hits: int

    @property
    def cost(self) -> Cost:
        return Cost(self.nodes, self.cutoffs, self.table_hits)


def core_module() -> ModuleType:
    """The compiled module, or `EngineError` where it is not installed."""
    try:
        from . import _core
    except ImportError as error:
        raise EngineError(f"the compiled core is not installed: {error}") from error
    return _core


def rules_of(game: Game) -> _core.Rules:
    """The rules as the core takes them."""
    goal = game.goal if isinstance(game.goal, SumTo) else None
    rules: _core.Rules = core_module().Rules(
        cells=game.cells,
        lines=game.lines,
        marks=game.marks,
        target=None if goal is None else min(goal.target, OUT_OF_REACH),
        full=goal is not None and goal.full,
        once=game.once,
        misere=game.misere,
        columns=game.columns if game.drop else 0,
        symmetries=game.automorphisms,
        cell_order=sorted(range(game.cells), key=lambda cell: game.preference(Move(cell, 0))),
    )
    return rules


def side_number(position: Position) -> int:
    """0 or 1: the side to move, as the core counts sides."""
    return position.game.sides.index(position.to_move)


def _value(position: Position, move: Move, score: int) -> Value:
    """What a move is worth to whoever makes it, from its score."""
    empty = position.board.count(0)
    if score:
        return Value(Result.WIN if score > 0 else Result.LOSS, empty + 1 - abs(score))
    return Value(Result.DRAW, position.play(move).plies_left() + 1 if position.game.once else empty)


def _unless_interrupted(solution: Solution, answer: _Answer) -> Solution:
    if answer.reason == "interrupted":
        raise SearchInterrupted(solution)
    return solution


def _reporter(progress: ProgressFunction | None) -> Callable[..., object] | None:
    return None if progress is None else lambda *fields: progress(Progress(*fields))
