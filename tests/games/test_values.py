"""Values: their order under each ranking, and what a goal says of one line."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import product

import pytest

from noughts.games import Position, Ranking, Result, SameMark, SumTo, Value, game
from noughts.games.reachability import objection

# Best for the side to move first; values on one line are equally good.
ORDER = {
    Ranking.QUICKEST: (
        [Value(Result.WIN, 1)],
        [Value(Result.WIN, 3)],
        [Value(Result.DRAW, 2), Value(Result.DRAW, 9)],
        [Value(Result.LOSS, 4)],
        [Value(Result.LOSS, 2)],
    ),
    Ranking.EARLIEST_END: (
        [Value(Result.WIN, 1)],
        [Value(Result.WIN, 3)],
        [Value(Result.DRAW, 2)],
        [Value(Result.DRAW, 9)],
        [Value(Result.LOSS, 2)],
        [Value(Result.LOSS, 4)],
    ),
}


@pytest.mark.parametrize("ranking", Ranking)
def test_values_are_ordered_by_their_ranking(ranking: Ranking) -> None:
    ranked = [(rank, value.under(ranking)) for rank, line in enumerate(ORDER[ranking]) for value in line]
    for (first, one), (second, other) in product(ranked, repeat=2):
        for compare in (operator.lt, operator.le, operator.gt, operator.ge):
            assert compare(one, other) == compare(-first, -second), f"{compare.__name__} {one} {other}"


@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
def test_a_value_is_compared_with_values_only(compare: Callable[[object, object], bool]) -> None:
    with pytest.raises(TypeError, match="not supported between"):
        compare(Value(Result.WIN, 1), (Result.WIN, 1))


def test_a_ranking_is_carried_along_and_does_not_count_for_equality() -> None:
    value = Value(Result.WIN, 3)
    early = value.under(Ranking.EARLIEST_END)
    assert early == value
    assert (early.ranking, value.ranking) == (Ranking.EARLIEST_END, Ranking.QUICKEST)
    assert early.before() == Value(Result.LOSS, 4)
    assert early.before().ranking is Ranking.EARLIEST_END
    assert repr(early) == repr(value) == "Value(result=Result.WIN, distance=3)"


@pytest.mark.parametrize(
    ("goal", "contents", "once", "can"),
    [
        (SameMark(), (1, 0, 1), False, True),
        (SameMark(), (0, 0, 0), False, True),
        (SameMark(), (1, 2, 0), False, False),
        (SameMark(), (2, 0, 2), False, False),  # the other side's
        (SumTo(6, full=True), (1, 2, 3), True, False),  # complete already
        (SumTo(6), (1, 5, 0), False, False),
        (SumTo(6), (5, 0, 0), False, True),
        (SumTo(6), (0, 0, 0), False, True),  # 1 + 5, or 3 + 3
        (SumTo(6, full=True), (0, 3, 0), True, False),  # 1 + 2, but 2 is not ours
        (SumTo(8), (0, 0, 2), True, True),  # 1 + 5
        (SumTo(8), (0, 0, 2), False, True),
        (SumTo(12), (0, 0, 2), False, True),  # 5 + 5
        (SumTo(12), (0, 0, 2), True, False),
        (SumTo(13), (0, 0, 2), False, False),
    ],
)
def test_a_goal_says_whether_a_line_can_still_be_completed(
    goal: SameMark | SumTo, contents: tuple[int, ...], once: bool, can: bool
) -> None:
    assert goal.can_complete(contents, (1,) if isinstance(goal, SameMark) else (1, 3, 5), once) is can


def test_lines_of_a_single_cell_can_be_weighed() -> None:
    one = game("2,2,1")
    assert objection(Position(one, bytes([1, 0, 0, 0]), "O")) is None
    assert "both X and O" in str(objection(Position(one, bytes([1, 2, 0, 0]), "O", lenient=True)))
