"""What agents without any thought would score on the same questions: a measure for what a score is worth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from ..games import Position
from .children import Reply
from .exact import Exact
from .rubric import Rubric
from .verdicts import Verdict, compare, judge


def scores(positions: Sequence[Position], rubric: Rubric, exact: Exact) -> dict[str, float]:
    """For a random legal move (the exact mean), the first empty cell, and always -1; all say -1 when a game is over."""
    weights = {verdict: Fraction(str(weight)) for verdict, weight in rubric.weights.items()}
    by_chance = first_empty = never = Fraction(0)
    for position in positions:
        if position.outcome is not None:
            right = weights[Verdict.OPTIMAL]
            by_chance, first_empty, never = by_chance + right, first_empty + right, never + right
            continue
        best, moves = exact.value(position), position.legal_moves
        worth = [weights[compare(exact.worth(position, move), best, exact.ranking)] for move in moves]
        by_chance += sum(worth, Fraction(0)) / len(worth)
        first_empty += worth[min(range(len(moves)), key=lambda at: moves[at].cell)]
        never += weights[judge(position, Reply("answer", "-1"), exact).verdict]
    count = max(1, len(positions))
    totals = {"random": by_chance, "first-empty": first_empty, "-1": never}
    return {name: math.floor(total * 10_000 / count) / 100 for name, total in totals.items()}
