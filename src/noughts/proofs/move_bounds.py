"""What can be proved about single moves of a large board within a short time: holds, and wins by threats.

A move after which the opponent is held is at least a draw, one after which the mover is held at most a draw; a move
after which a sequence of threats wins is a win or a loss. Each answer is a search of the core that finished. What is
not found within the time or the budget stays open.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from ..engine.core import why_missing
from ..games import Game, Move, Position, Result
from ..search import ANYTHING, Bounds
from ..search.progress import Progress, ProgressFunction
from .questions import LONG_LINE, LONGEST_LINE, MOST_LINES
from .units import Recipe

if TYPE_CHECKING:
    from ..engine import _core

MEMORY = 1 << 20  # bytes of each prover
GROWTH = 32  # times as many nodes for each question in the next round
MOST_BUDGET = 1 << 20
_EFFORT = (("effort", 60),)  # of the threats that are looked for at a node: few, so that all moves have their turn


def has_provers(game: Game) -> bool:
    """Whether there is anything to ask: the core has provers for games in which the first to complete a line wins."""
    fits = len(game.lines) <= MOST_LINES and game.length <= LONGEST_LINE
    return why_missing() is None and game.is_positional and fits


class _Question(NamedTuple):
    """Whether, after a move, the mover or the opponent is held or wins, and what follows if so."""

    prover: _core.Prover
    is_about_mover: bool
    prover_first: bool
    says: Bounds


class MoveBounds:
    """Provers of one game, kept with what they have found."""

    def __init__(self, game: Game, memory: int = MEMORY) -> None:
        hold, win = Recipe("hold", game, memory).make(), Recipe("win", game, memory, _EFFORT).make()
        holds = [
            _Question(hold, False, prover_first=False, says=(Result.DRAW, Result.WIN)),
            _Question(hold, True, prover_first=True, says=(Result.LOSS, Result.DRAW)),
        ]
        wins = [
            _Question(win, False, prover_first=True, says=(Result.LOSS, Result.LOSS)),
            _Question(win, True, prover_first=False, says=(Result.WIN, Result.WIN)),
        ]
        # Long lines are rarely completed, and short ones rarely stopped.
        self._questions = [*holds, *wins] if game.length >= LONG_LINE else [*wins, *holds]

    def find(
        self,
        position: Position,
        known: dict[Move, Bounds] | None = None,
        *,
        seconds: float,
        rounds: int = 1,
        progress: ProgressFunction | None = None,
    ) -> tuple[dict[Move, Bounds], int]:
        """Bounds of the moves, and how many nodes that took; what is `known` already is not asked again.

        In each of the `rounds` every open question is asked once, the next time with a larger budget. Of moves that a
        symmetry makes equal one is asked about.
        """
        started, nodes, budget = time.perf_counter(), 0, 1
        moves = sorted(position.legal_moves, key=position.game.preference)
        found = {move: (known or {}).get(move, ANYTHING) for move in moves}
        groups = position.alike(moves)
        for group in groups:
            lower, upper = (max(found[move][0] for move in group), min(found[move][1] for move in group))
            found.update(dict.fromkeys(group, (lower, upper)))
        for _ in range(rounds):
            for question in self._questions:
                for move, *others in groups:
                    left = started + seconds - time.perf_counter()
                    if left <= 0:
                        return found, nodes
                    found[move], spent = self._ask(question, position, move, found[move], budget, left)
                    found.update(dict.fromkeys(others, found[move]))
                    nodes += spent
                    if progress is not None and spent:
                        done = sum(lower is upper for lower, upper in found.values())
                        progress(Progress(nodes, seconds - left, done, len(moves)))
            if all(lower is upper for lower, upper in found.values()) or budget >= MOST_BUDGET:
                break
            budget *= GROWTH
        return found, nodes

    @staticmethod
    def _ask(
        question: _Question, position: Position, move: Move, bounds: Bounds, budget: int, seconds: float
    ) -> tuple[Bounds, int]:
        """The bounds of a move after the question, and how many nodes it took: none if nothing new can come of it."""
        (lower, upper), (least, most) = bounds, question.says
        adds = max(lower, least), min(upper, most)
        if adds == bounds or adds[0] > adds[1]:
            return bounds, 0
        after = position.play(move)
        if after.outcome is not None:
            result = Result.DRAW if after.outcome.winner is None else Result.WIN
            return (result, result), 0
        stones = _stones(after, position.to_move), _stones(after, after.to_move)
        one, other = stones if question.is_about_mover else stones[::-1]
        proved, _reason, nodes = question.prover.prove(
            one, other, question.prover_first, budget=budget, time_limit=seconds
        )
        return adds if proved else bounds, nodes


def _stones(position: Position, side: str) -> int:
    (own,) = position.game.marks_of[side]
    return sum(1 << cell for cell, mark in enumerate(position.board) if mark == own)
