"""Who answers the person's moves."""

from __future__ import annotations

from ..agents import Limited, Perfect
from ..errors import SearchStopped
from ..games import Move
from ..search import ProofMove
from ..solver import LARGE
from .analyst import Analyst
from .match import PERFECT, Match, levels


def has_proof(match: Match, analyst: Analyst) -> bool:
    """Whether a perfect opponent plays this game from a proof: it is large, and one is shipped for its side."""
    if match.opponent != PERFECT or analyst.proofs.side(match.start) != match.game.opponent[match.side]:
        return False
    return match.game.cells >= LARGE or not analyst.is_solved(match.start)


def proof_of(match: Match, analyst: Analyst, at: int) -> ProofMove | None:
    """What the opponent's proof plays after the first so many moves, if it has one and has followed it."""
    return analyst.proofs.answer(match.start, match.moves[:at]) if has_proof(match, analyst) else None


def reply(match: Match, analyst: Analyst) -> Move:
    """The opponent's move. Where there is neither a proof nor a solution at once, a perfect opponent looks two plies
    ahead."""
    if match.opponent == PERFECT:
        try:
            perfect = Perfect(solve=analyst.solve, prefer_proof=has_proof(match, analyst))
            return perfect.solution(match.now, match.moves[: match.at]).best[0]
        except SearchStopped:
            return Limited(min(2, levels(match.game)[-1])).choose(match.now)
    return Limited(int(match.opponent.removeprefix("level-"))).choose(match.now)
