"""The account of a search, step by step: the functional text's example, and the judge text's table."""

from __future__ import annotations

import json
from math import inf
from typing import Any

import pytest
from commands import noughts
from oracle import oracle
from sampling import all_positions, as_node, thinned

from noughts.classroom import agent, functional
from noughts.errors import GameError, NotationError
from noughts.explain.scales import SCALES, scale
from noughts.explain.steps import MOST_STEPS, Step, account, steps
from noughts.games import Position, position
from noughts.search import Minimax

EXAMPLE_03 = "XOO/XOX/___ X"
# What the text on functional minimax works out by hand: each option with its place counted from 0 and its score.
BY_HAND = {
    "a": ((2, 0), 1),
    "b": ((2, 1), -1),
    "b.α": ((2, 0), -1),
    "b.β": ((2, 2), 1),
    "c": ((2, 2), -1),
    "c.α": ((2, 0), -1),
    "c.β": ((2, 1), -1),
}


def place(step: Step) -> tuple[int, int]:
    assert step.move is not None
    return divmod(step.move.cell, 3)


def test_the_worked_example_comes_out_as_in_the_text() -> None:
    whole = steps(position("tictactoe", EXAMPLE_03))
    found = {step.label: (place(step), step.score) for step in whole.walk() if step.label}
    assert {label: found[label] for label in BY_HAND} == BY_HAND
    assert set(found) - set(BY_HAND) == {"b.β.a"}  # the move that the text leaves out for brevity
    assert (whole.score, whole.chooses) == (1, "max")
    chosen = {step.label: step.chosen.label for step in whole.walk() if step.chosen is not None}
    assert chosen == {"": "a", "b": "b.α", "b.β": "b.β.a", "c": "c.α"}
    assert functional.play([["X", "O", "O"], ["X", "O", "X"], [False, False, False]], "X") == (2, 0)


def test_the_account_says_who_chooses_and_why() -> None:
    whole = steps(position("tictactoe", EXAMPLE_03))
    told = {step.label: account(step) for step in whole.walk()}
    assert told[""] == [
        "X has three options: a) X 3,1 for 1, b) X 3,2 for -1 and c) X 3,3 for -1.",
        "X takes the largest: max(1, -1, -1) = 1, which is a).",
    ]
    assert told["c"][1] == (
        "O takes the smallest: min(-1, -1) = -1, which is c.α); two are equal, and the first is taken."
    )
    assert told["b.α"] == ["The game has ended: O has won (the diagonal 1,3–3,1). That is worth -1."]
    assert told["b.β"] == ["X has one option, b.β.a) X 3,1 for 1, so this is worth 1."]


SMALL = [
    one
    for one in thinned([one for one in all_positions("tictactoe") if one.board.count(0) <= 5], 300)
    if not one.outcome
]


@pytest.mark.parametrize("name", SCALES)
def test_every_step_of_many_trees_is_right(name: str) -> None:
    """Each score against the oracle, each choice against the options, each leaf against the outcome."""
    on_scale, judge = SCALES[name], oracle("tictactoe")
    for asked in SMALL:
        whole = steps(asked, on_scale)
        best = on_scale.maximiser(asked)
        empty = asked.board.count(0)
        for step in whole.walk():
            result, distance = judge.value(*as_node(step.position), "quickest")
            result = result if step.position.to_move == best else -result
            plies = empty - step.position.board.count(0) + distance
            assert (
                step.score
                == {"unit": result, "10-depth": result * (10 - plies), "100+depth": result * (111 - plies)}[name]
            )
            if step.options:
                pick = max if step.position.to_move == best else min
                assert step.chooses == pick.__name__
                assert step.score == pick(option.score for option in step.options)
                assert [option.move for option in step.options] == step.position.legal_moves
                first = next(option for option in step.options if option.score == step.score)
                assert step.chosen is first
            else:
                assert step.position.outcome is not None


def test_the_steps_are_the_nodes_of_minimax() -> None:
    for asked in SMALL[::10]:
        search = Minimax()
        search.value(asked)
        assert sum(1 for _ in steps(asked).walk()) == search.nodes


@pytest.mark.parametrize(
    ("name", "board"), [("t3", "212/110/206 odd"), ("notakto", "X_X/_X_/__X second"), ("numerical", "276/951/430 odd")]
)
def test_other_games_are_accounted_for_too(name: str, board: str) -> None:
    whole = steps(position(name, board, lenient=True))
    assert all(account(step) for step in whole.walk())


def test_a_large_tree_is_refused_with_the_limit() -> None:
    with pytest.raises(GameError, match=f"more than {MOST_STEPS} steps"):
        steps(position("tictactoe"))


def test_any_five_empty_cells_of_tic_tac_toe_are_within_the_limit() -> None:
    assert sum(1 for _ in steps(position("tictactoe", "XX_/OO_/___ X")).walk()) <= MOST_STEPS
    assert MOST_STEPS >= 1 + 5 + 5 * 4 + 5 * 4 * 3 + 5 * 4 * 3 * 2 * 2


def table(asked: Position, name: str) -> dict[str, int]:
    done = noughts("explain", "tictactoe", asked.text, "--score", name, "--json")
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)["reasons"]
    return {f"{one['move']['row']} {one['move']['col']}": one["score"] for one in found}


def test_the_depth_table_of_the_judge_text_with_what_is_right() -> None:
    """The text has 9 for 1 3, rightly, and 5 for 3 1, after which O wins at once."""
    asked = position("tictactoe", "XX_/OO_/___ X")
    assert table(asked, "10-depth") == {"1 3": 9, "2 3": 0, "3 1": -8, "3 3": -8, "3 2": -8}
    board = [list("XX_"), list("OO_"), list("___")]
    scores = {
        f"{row + 1} {column + 1}": agent.minimax(agent.result(board, (row, column)), 1, -inf, inf, False)[0]
        for row, column in agent.actions(board)
    }
    assert scores == table(asked, "10-depth")


def test_scores_with_10_minus_depth_are_for_x_whoever_moves() -> None:
    asked = position("tictactoe", "OO_/XX_/X__ O")
    assert table(asked, "10-depth")["1 3"] == -9
    assert table(asked, "unit")["1 3"] == 1
    assert steps(asked, scale("10-depth")).chooses == "min"


def test_the_walk_through_of_the_draw_detection_text_on_its_own_scale() -> None:
    """It gives 110 to a win at once, 108 to a win in three and -109 to a loss in two; but not to these moves."""
    asked = position("tictactoe", "X_O/_X_/O__ X")
    assert table(asked, "100+depth") == {"3 3": 110, "1 2": 108, "2 1": 108, "2 3": 108, "3 2": 108}
    assert table(position("tictactoe", "XX_/OO_/___ X"), "100+depth")["3 1"] == -109


def test_scales_that_do_not_fit_the_game_are_refused() -> None:
    with pytest.raises(GameError, match="at most 9 plies; this one may last 27"):
        scale("10-depth").check(position("cube:3"))
    with pytest.raises(NotationError, match="expected unit, 10-depth or 100\\+depth"):
        scale("elo")
