"""A whole game judged: what each move was worth, where the result changed, and what would have been better.

A review is a function of a game: the position it began from and its moves. Where values are not known it says so, and
judges what follows from the bounds that are known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..engine import why_missing
from ..games import Move, Position, Result, Value
from ..search import Solution
from . import alike
from .best_play import BestPlay
from .facts import Sight, proven_value
from .reasons import Reason, reason, verdict

# For each position of the game, unless somebody else solves them.
CORE_NODES, LADDER_NODES = 400_000, 20_000
SLIPS = ("gave away the draw", "gave away the win", "lost a won game")

Bounds = tuple[Result, Result]


@dataclass(frozen=True)
class Judged:
    """One move of the game. Value and bounds are for the side that made it; the value is None where it is not known.

    `stake` is between which results the position before was, for the same side. `verdict` is as in reasons, `kept`
    where the result stayed the same and no more is known, and None where not even that is known.
    """

    number: int
    before: Position
    move: Move
    value: Value | None
    bounds: Bounds
    stake: Bounds
    verdict: str | None
    solution: Solution

    @property
    def side(self) -> str:
        return self.before.to_move

    @property
    def after(self) -> Position:
        return self.before.play(self.move)

    @property
    def result(self) -> Result | None:
        return self.bounds[0] if self.bounds[0] is self.bounds[1] else None

    @property
    def is_slip(self) -> bool:
        return self.verdict in SLIPS

    @cached_property
    def kept(self) -> tuple[Move, ...]:
        """The moves known to keep what the side had, the preferred one first."""
        moves = [move for move, value in self.solution.moves.items() if value.result >= self.stake[0]]
        return tuple(sorted(moves or self.solution.best, key=self.before.game.preference))

    @property
    def better(self) -> list[list[Move]]:
        """Those of the kept moves that are as good as any of them, with equal ones together."""
        ranking, values = self.solution.ranking, self.solution.moves
        top = max((ranking.key(values[move]) for move in self.kept if move in values), default=None)
        best = [move for move in self.kept if move not in values or ranking.key(values[move]) == top]
        return alike.groups(self.before, best)


@dataclass(frozen=True)
class Stretch:
    """The positions from one to another, counted from 0 at the start, in which one side had the same result."""

    first: int
    last: int
    result: Result | None


@dataclass(frozen=True)
class TurningPoint:
    """The last move that changed the result for the worse, why, and the answer that punishes it, if that is known."""

    judged: Judged
    reason: Reason

    @property
    def answer(self) -> Move | None:
        line = self.reason.line
        return line[1] if line is not None and len(line) > 1 and self.judged.result is not Result.DRAW else None

    @property
    def threats(self) -> tuple[Move, ...]:
        """Where the answer would win next."""
        after = self.judged.after
        if self.answer is None or after.game.misere:
            return ()
        answered = after.play(self.answer)
        return () if answered.outcome is not None else tuple(sorted(answered.completing_moves(after.to_move)))


@dataclass(frozen=True)
class Review:
    """A game judged. `you` is the side whose view is taken; None where two people played."""

    start: Position
    judged: tuple[Judged, ...]
    you: str | None
    turning_point: TurningPoint | None

    @property
    def end(self) -> Position:
        return self.judged[-1].after if self.judged else self.start

    @property
    def view(self) -> str:
        """The side whose results the ribbon gives."""
        return self.you or self.start.game.sides[0]

    @property
    def is_complete(self) -> bool:
        """Whether every move could be judged."""
        return all(one.verdict is not None for one in self.judged)

    @property
    def slips(self) -> list[Judged]:
        return [one for one in self.judged if one.is_slip]

    @cached_property
    def ribbon(self) -> list[Stretch]:
        """The result for one side, from the start to the end of the game."""
        results = [self._for_view(one.stake, one.side) for one in self.judged]
        if self.judged:
            last = self.judged[-1]
            results.append(self._for_view(last.bounds, last.side))
        stretches: list[Stretch] = []
        for at, result in enumerate(results):
            if stretches and stretches[-1].result is result:
                stretches[-1] = Stretch(stretches[-1].first, at, result)
            else:
                stretches.append(Stretch(at, at, result))
        return stretches

    def _for_view(self, bounds: Bounds, side: str) -> Result | None:
        if bounds[0] is not bounds[1]:
            return None
        return bounds[0] if side == self.view else -bounds[0]

    @property
    def closest(self) -> Judged | None:
        """Where the fewest moves kept what the side had: the first of these, and none if no move could go wrong."""
        narrow = [
            one
            for one in self.judged
            if one.stake[0] is one.stake[1]
            and one.stake[0] is not Result.LOSS
            and len(one.kept) < len(one.before.legal_moves) == len(one.solution.moves)
        ]
        return min(narrow, key=lambda one: len(one.kept) / len(one.before.legal_moves), default=None)


def review(
    start: Position,
    moves: Sequence[Move],
    you: str | None = None,
    *,
    solve: Callable[[Position], Solution] | None = None,
    play: BestPlay | None = None,
) -> Review:
    """The review of a game. `solve` answers what a position is worth, as far as it can; `play` finds lines of play."""
    play = play or BestPlay(node_limit=CORE_NODES if why_missing() is None else LADDER_NODES)
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))

    def known(at: int) -> Solution:
        if solve is not None:
            return solve(positions[at])
        return play.solve(positions[at], played=None if any(start.board) else moves[:at])

    judged: list[Judged] = []
    bounds = known(len(moves)).bounds  # from the end, where most is known, to the beginning
    for number in range(len(moves), 0, -1):
        judged.append(_judge(number, positions[number - 1], moves[number - 1], bounds, known(number - 1)))
        bounds = judged[-1].stake
    judged.reverse()
    slip = next((one for one in reversed(judged) if one.is_slip), None)
    turning_point = None if slip is None else TurningPoint(slip, reason(slip.solution, slip.move, play))
    return Review(start, tuple(judged), you, turning_point)


def _judge(number: int, before: Position, move: Move, after: Bounds, solution: Solution) -> Judged:
    """One move, from what is known of the position before and between which results the one after is."""
    value = solution.moves.get(move) or proven_value(Sight(before).facts(move))
    bounds = (-after[1], -after[0]) if value is None else (value.result, value.result)
    stake = max(solution.bounds[0], bounds[0]), max(solution.bounds[1], bounds[0])
    named = verdict(solution, value) or _verdict(bounds, stake)
    return Judged(number, before, move, value, bounds, stake, named, solution)


def _verdict(bounds: Bounds, stake: Bounds) -> str | None:
    """What follows from results alone: a slip if the move gives less than there was, at least."""
    if bounds[1] < stake[0]:
        if stake[0] is Result.DRAW:
            return "gave away the draw"
        return "lost a won game" if bounds[1] is Result.LOSS else "gave away the win"
    if bounds[0] >= stake[1]:
        return "best" if stake[1] is Result.DRAW else "kept"
    return None
