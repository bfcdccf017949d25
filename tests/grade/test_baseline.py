"""The baseline: what agents that know nothing score, held against brute force."""

from __future__ import annotations

from fractions import Fraction

from noughts.games import game
from noughts.grade.baseline import scores
from noughts.grade.exact import Exact
from noughts.grade.positions import choose
from noughts.grade.rubric import WEIGHTS, Rubric
from noughts.grade.verdicts import Verdict

from . import brute_force


def test_the_baseline_is_what_brute_force_counts() -> None:
    first = brute_force.count(lambda board, who: divmod(board.index("_"), 3))
    kept = sum(count for name, count in first.items() if Verdict(name).keeps_result)
    weights, finished = Fraction(0), 0
    for board, who in brute_force.positions("X"):
        free = [cell for cell in range(9) if board[cell] == "_"]
        if brute_force.winner(board) or not free:
            finished += 1
            weights += 1
            continue
        verdicts = [Verdict(brute_force.verdict(board, who, divmod(cell, 3))) for cell in free]
        weights += Fraction(sum(verdict.keeps_result for verdict in verdicts), len(free))
    expected = {"random": weights / 5478, "first-empty": Fraction(kept, 5478), "-1": Fraction(finished, 5478)}
    made = scores(choose(game("tictactoe")).positions, Rubric(), Exact())
    assert made == {name: int(share * 10_000) / 100 for name, share in expected.items()}


def test_it_is_weighed_like_any_answer_and_has_no_parts() -> None:
    positions = choose(game("tictactoe"), quick=True).positions
    lenient = Rubric({**WEIGHTS, Verdict.ILLEGAL: 1.0})
    assert scores(positions, lenient, Exact())["-1"] == 100
    with_parts = Rubric(points={"player": 50.0, "minimax": 50.0})
    assert scores(positions, with_parts, Exact()) == scores(positions, Rubric(), Exact())
    assert scores([], Rubric(), Exact()) == {"random": 0, "first-empty": 0, "-1": 0}
