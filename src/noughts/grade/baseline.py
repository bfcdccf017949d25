"""What agents that know nothing would score on the same questions, so that a score can be read.

`random` is the exact mean over all legal moves, `first-empty` takes the first free cell; both know when a game is over.
`-1` says always that the game is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from ..games import Position
from .exact import Exact
from .rubric import Rubric
from .verdicts import Verdict, compare

RANDOM, FIRST_EMPTY, NEVER = "random", "first-empty", "-1"


def scores(positions: Sequence[Position], rubric: Rubric, exact: Exact) -> dict[str, float]:
    """The scores of their answers, by the weights of the verdicts; they have no other parts."""
    weights = {verdict: Fraction(str(weight)) for verdict, weight in rubric.weights.items()}
    by_chance: Counter[tuple[Verdict, int]] = Counter()  # also by the number of moves
    first: Counter[Verdict] = Counter()
    never: Counter[Verdict] = Counter()
    for position in positions:
        if position.outcome is not None:
            by_chance[Verdict.OPTIMAL, 1] += 1
            first[Verdict.OPTIMAL] += 1
            never[Verdict.OPTIMAL] += 1
            continue
        best = exact.value(position)
        moves = sorted(position.legal_moves)
        verdicts = [compare(exact.worth(position, move), best, exact.ranking) for move in moves]
        by_chance.update((verdict, len(verdicts)) for verdict in verdicts)
        first[verdicts[0]] += 1
        never[Verdict.ILLEGAL] += 1
    points = sum((count * weights[verdict] / moves for (verdict, moves), count in by_chance.items()), Fraction(0))
    mean = points / len(positions) if positions else Fraction(0)
    return {
        RANDOM: int(mean * 10_000) / 100,
        FIRST_EMPTY: rubric.answers_score(first),
        NEVER: rubric.answers_score(never),
    }
