"""Who answers the person's moves."""

from __future__ import annotations

from ..agents import Limited
from ..games import Move
from ..search import Status
from .analyst import Analyst
from .match import PERFECT, Match, levels


def reply(match: Match, analyst: Analyst) -> Move:
    """The opponent's move. Where a position is too large to solve at once, a perfect opponent looks two plies ahead."""
    if match.opponent == PERFECT:
        solution = analyst.solve(match.now)
        if solution.status is Status.PROVEN:
            return solution.best[0]
        return Limited(min(2, levels(match.game)[-1])).choose(match.now)
    return Limited(int(match.opponent.removeprefix("level-"))).choose(match.now)
