"""Who answers the person's moves."""

from __future__ import annotations

from ..agents import Limited
from ..engine.strategies import LARGE, Answer
from ..games import Move
from ..search import Status
from .analyst import Analyst
from .match import PERFECT, Match, levels


def has_proof(match: Match, analyst: Analyst) -> bool:
    """Whether a perfect opponent plays this game from a proof: it is large, and one is shipped for its side."""
    if match.opponent != PERFECT or analyst.proofs.side(match.start) != match.game.opponent[match.side]:
        return False
    return match.game.cells >= LARGE or not analyst.is_solved(match.start)


def proof_of(match: Match, analyst: Analyst, at: int) -> Answer | None:
    """What the opponent's proof plays after the first so many moves, if it has one and has followed it."""
    return analyst.proofs.answer(match.start, match.moves[:at]) if has_proof(match, analyst) else None


def reply(match: Match, analyst: Analyst) -> Move:
    """The opponent's move. Where there is neither a proof nor a solution at once, a perfect opponent looks two plies
    ahead."""
    if match.opponent == PERFECT:
        answer = proof_of(match, analyst, match.at)
        if answer is not None:
            return Move(answer.cell, match.game.marks_of[match.now.to_move][0])
        solution = analyst.solve(match.now)
        if solution.status is Status.PROVEN:
            return solution.best[0]
        return Limited(min(2, levels(match.game)[-1])).choose(match.now)
    return Limited(int(match.opponent.removeprefix("level-"))).choose(match.now)
