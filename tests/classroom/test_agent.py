"""The course on agents for a judge: its examples, as they are and as they should be, and the score of every board."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from math import inf

import pytest
from hypothesis import given, settings, strategies as st

from noughts.classroom import agent
from noughts.classroom.agent import EMPTY, O, X, actions, minimax, player, result, terminal, value, winner
from noughts.errors import IllegalMove, NotationError

from . import brute_force
from .brute_force import CENTRE_CORNERS_EDGES, OTHER, following, is_over, reachable


def board(text: str) -> list[list[str]]:
    return [list(row) for row in text.split("/")]


def rows(text: str) -> list[list[str]]:
    return brute_force.rows(text, {"X": X, "O": O, "_": EMPTY})


@cache
def true_score(text: str, turn: str, depth: int) -> int:
    """The text's score by definition: no pruning, no table."""
    if is_over(text):
        return {"X": 10 - depth, "O": depth - 10, None: 0}[brute_force.winner(text)]
    scores = [true_score(after, OTHER[turn], depth + 1) for _, after in following(text, turn)]
    return max(scores) if turn == "X" else min(scores)


def best_cells(text: str, turn: str, depth: int) -> list[int]:
    score = true_score(text, turn, depth)
    return [cell for cell, after in following(text, turn) if true_score(after, OTHER[turn], depth + 1) == score]


# The functions, example by example.


def test_three_in_a_row_end_the_game_with_cells_left() -> None:
    assert terminal(board("XXX/OO_/___"))
    assert winner(board("XXX/OO_/___")) == X


def test_a_full_board_ends_the_game_without_a_winner() -> None:
    assert terminal(board("XOX/XOO/OXX"))
    assert winner(board("XOX/XOO/OXX")) is None


def test_the_game_goes_on_while_cells_are_empty_and_no_line_is_complete() -> None:
    assert not terminal(board("XO_/_X_/___"))
    assert winner(board("XO_/_X_/___")) is None


@pytest.mark.parametrize(("depth", "score"), [(1, 9), (5, 5), (9, 1)])
def test_the_sooner_a_win_the_further_from_a_draw(depth: int, score: int) -> None:
    assert value(board("XXX/OO_/___"), depth) == score
    assert value(board("OOO/XX_/X__"), depth) == -score
    assert value(board("XOX/XOO/OXX"), depth) == 0


def test_a_game_that_is_won_when_it_is_asked_about_scores_ten() -> None:
    """The text says that scores stay within -9 and 9; at depth 0, where its search starts, a won board scores 10."""
    assert minimax(board("XXX/OO_/___"), 0, -inf, inf, False) == (10, None)


def test_player_counts_marks_as_if_x_had_begun() -> None:
    assert player(board("___/___/___")) == X
    assert player(board("XO_/_X_/___")) == O


def test_player_is_wrong_where_o_began() -> None:
    """In the text's own third example it is X's turn; counting, as the text does, says O."""
    assert player(board("OO_/_X_/___")) == O


def test_actions_are_the_empty_cells_in_reading_order() -> None:
    assert actions(board("XO_/_X_/___")) == [(0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)]


def test_result_places_the_mark_on_a_copy() -> None:
    before = board("XO_/_X_/___")
    assert result(before, (1, 0)) == board("XO_/OX_/___")
    assert before == board("XO_/_X_/___")


# Positions of the text.


def test_the_first_move_is_the_centre() -> None:
    """All nine first moves draw, so the text's own loop would keep the first, (0, 0), where its example says 2 2."""
    assert minimax(board("___/___/___"), 0, -inf, inf, True) == (0, (1, 1))
    assert best_cells("_________", "X", 0) == list(range(9))


def test_a_win_at_once_is_taken() -> None:
    assert minimax(board("XX_/OO_/___"), 0, -inf, inf, True) == (9, (0, 2))


def test_the_other_move_the_text_calls_a_win_loses() -> None:
    """The text has 3 1 win in four, worth 5. O answers 2 3 and has won; a second winning move does not exist."""
    after = board("XX_/OO_/X__")
    assert minimax(after, 1, -inf, inf, False) == (-8, (1, 2))
    assert winner(result(after, (1, 2))) == O
    scores = {move: minimax(result(board("XX_/OO_/___"), move), 1, -inf, inf, False)[0]
              for move in actions(board("XX_/OO_/___"))}  # fmt: skip
    assert scores == {(0, 2): 9, (1, 2): 0, (2, 0): -8, (2, 1): -8, (2, 2): -8}


def test_a_threat_is_blocked_though_o_has_more_marks() -> None:
    assert minimax(board("OO_/_X_/___"), 0, -inf, inf, True) == (0, (0, 2))


def test_a_finished_board_has_no_action() -> None:
    assert minimax(board("XXX/OO_/___"), 0, -inf, inf, True)[1] is None


# Every board.


def check_answer(text: str, turn: str, depth: int) -> None:
    score, action = minimax(rows(text), depth, -inf, inf, turn == "X")
    assert score == true_score(text, turn, depth), (text, turn)
    best = best_cells(text, turn, depth) if not is_over(text) else []
    preferred = next((divmod(cell, 3) for cell in CENTRE_CORNERS_EDGES if cell in best), None)
    assert action == preferred, (text, turn)


def test_score_and_action_are_exact_on_every_board() -> None:
    for text, turn in reachable():
        check_answer(text, turn, depth=0)


def test_score_and_action_are_exact_when_depth_counts_from_the_empty_board() -> None:
    for text, turn in reachable():
        check_answer(text, turn, depth=9 - text.count("_"))


def test_score_and_action_are_exact_when_it_is_the_other_sides_turn() -> None:
    for text, turn in reachable():
        check_answer(text, OTHER[turn], depth=0)


def test_the_other_functions_agree_on_every_board() -> None:
    for text, turn in reachable():
        state = rows(text)
        assert terminal(state) == is_over(text)
        assert winner(state) == brute_force.winner(text)
        assert actions(state) == [divmod(cell, 3) for cell, _ in following(text, turn)]
        assert terminal(state) or player(state) == turn
        for cell, after in following(text, player(state)):
            assert result(state, divmod(cell, 3)) == rows(after)


@settings(deadline=None)  # the first boards fill the caches
@given(st.text("XO_", min_size=9, max_size=9), st.sampled_from("XO"))
def test_boards_that_no_game_leads_to_are_answered_too(text: str, turn: str) -> None:
    check_answer(text, turn, depth=0)


@settings(deadline=None)
@given(st.sampled_from(reachable()), st.integers(-10, 10), st.integers(-10, 10))
def test_the_window_changes_nothing(position: tuple[str, str], alpha: int, beta: int) -> None:
    text, turn = position
    full = minimax(rows(text), 0, -inf, inf, turn == "X")
    assert minimax(rows(text), 0, alpha, beta, turn == "X") == full


@settings(deadline=None)
@given(st.sampled_from(reachable()))
def test_the_callers_board_is_never_changed(position: tuple[str, str]) -> None:
    state = rows(position[0])
    before = deepcopy(state)
    for ask in (terminal, winner, player, actions):
        ask(state)
    value(state, 0)
    minimax(state, 0, -inf, inf, position[1] == "X")
    for action in actions(state):
        after = result(state, action)
        after[0][0] = after[1][1] = after[2][2] = "changed"
    assert state == before


# What is not a board, and what is not a move.


@pytest.mark.parametrize(
    ("state", "complaint"),
    [
        ([], "the board is []; expected a list of 3 rows"),
        ([["_"] * 3] * 4, "expected a list of 3 rows"),
        ("XO_XO_XO_", "expected a list of 3 rows"),
        ([["_"] * 3, ["_"] * 2, ["_"] * 3], r"board[1] is ['_', '_']; expected a list of 3 cells"),
        (["XO_", "___", "___"], "board[0] is 'XO_'; expected a list of 3 cells"),
        ([["_"] * 3, ["_", "Z", "_"], ["_"] * 3], "board[1][1] is 'Z'; expected one of 'X', 'O', '_'"),
        ([["_"] * 3, ["_"] * 3, ["_", "_", []]], "board[2][2] is []"),
    ],
)
def test_what_is_not_a_board_is_refused_with_the_place(state: list[list[str]], complaint: str) -> None:
    for ask in (terminal, winner, player, actions):
        with pytest.raises(NotationError) as refused:
            ask(state)
        assert complaint in str(refused.value)
    with pytest.raises(ValueError, match="expected"):
        minimax(state, 0, -inf, inf, True)


@pytest.mark.parametrize(
    ("action", "complaint"),
    [((0, 0), r"\(0, 0\) is taken by X"), ((3, 0), "not on the board"), ((-1, 2), "rows and columns go from 0 to 2")],
)
def test_a_move_that_cannot_be_made_is_refused(action: agent.Action, complaint: str) -> None:
    with pytest.raises(IllegalMove, match=complaint):
        result(board("XO_/_X_/___"), action)
