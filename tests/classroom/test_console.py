"""The course on minimax in the console: minimax to a depth, the nodes it visits, and the exact answer on all boards."""

from __future__ import annotations

from copy import deepcopy
from functools import cache

import pytest
from hypothesis import given, settings, strategies as st
from tiers import quick_for

from noughts.classroom.console import MAX, MIN, count_nodes, empty_cells, evaluate, game_over, minimax, wins
from noughts.errors import NotationError

from . import brute_force
from .brute_force import OTHER, following, has_line, is_over, reachable

EMPTY_BOARD = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
MAX_HAS_WON = [[1, 1, 1], [-1, -1, 0], [0, 0, 0]]
MIN_HAS_WON = [[-1, 1, 1], [1, -1, 0], [0, 0, -1]]
DRAWN = [[1, -1, 1], [1, -1, -1], [-1, 1, 1]]
PLAYERS = {"X": MAX, "O": MIN}


def rows(text: str) -> list[list[int]]:
    return brute_force.rows(text, {"X": 1, "O": -1, "_": 0})


@cache
def best_by_definition(text: str, depth: int, mark: str) -> tuple[int, int]:
    """The cell (or -1) and the score that the text's loop finds, with a strict comparison, at that depth."""
    if depth == 0 or is_over(text):
        return -1, 1 if has_line(text, "X") else -1 if has_line(text, "O") else 0
    best_cell, best_score = -1, -2
    for cell, after in following(text, mark):
        score = PLAYERS[mark] * best_by_definition(after, depth - 1, OTHER[mark])[1]
        if score > best_score:
            best_cell, best_score = cell, score
    return best_cell, PLAYERS[mark] * best_score


def expected(text: str, depth: int, mark: str) -> list[int]:
    cell, score = best_by_definition(text, depth, mark)
    return [*(divmod(cell, 3) if cell >= 0 else (-1, -1)), score]


@cache
def nodes_by_definition(text: str, mark: str) -> int:
    below = following(text, mark) if not is_over(text) else ()
    return 1 + sum(nodes_by_definition(after, OTHER[mark]) for _, after in below)


def test_max_and_min_are_each_others_negative() -> None:
    assert (MAX, MIN) == (+1, -1)


def test_a_finished_game_scores_for_max() -> None:
    """The pseudocode evaluates "for player"; the program below it, and this, score for MAX whoever is asked about."""
    for player in (MAX, MIN):
        assert minimax(MAX_HAS_WON, 3, player) == [-1, -1, +1]
        assert minimax(MIN_HAS_WON, 2, player) == [-1, -1, -1]
        assert minimax(DRAWN, 0, player) == [-1, -1, 0]


def test_three_in_a_row_win_for_whoever_has_them() -> None:
    assert wins(MAX_HAS_WON, MAX)
    assert not wins(MAX_HAS_WON, MIN)
    assert wins(MIN_HAS_WON, MIN)
    assert not wins(DRAWN, MAX)


def test_the_game_is_over_when_somebody_has_won_or_the_board_is_full() -> None:
    assert game_over(MAX_HAS_WON)
    assert game_over(MIN_HAS_WON)
    assert game_over(DRAWN)
    assert not game_over(EMPTY_BOARD)


def test_empty_cells_are_rows_and_columns_in_reading_order() -> None:
    assert empty_cells(MAX_HAS_WON) == [[1, 2], [2, 0], [2, 1], [2, 2]]
    assert len(empty_cells(EMPTY_BOARD)) == 9
    assert empty_cells(DRAWN) == []


def test_depth_0_evaluates_the_board_as_it_stands() -> None:
    assert minimax([[1, 1, 0], [-1, -1, 0], [0, 0, 0]], 0, MAX) == [-1, -1, 0]


def test_of_equal_moves_the_first_in_reading_order_is_kept() -> None:
    assert minimax(EMPTY_BOARD, 9, MAX) == [0, 0, 0]
    assert minimax(EMPTY_BOARD, 9, MIN) == [0, 0, 0]


def test_a_win_is_only_seen_within_the_depth() -> None:
    """MAX blocks at (2, 0), threatens two lines at once, and wins with the third ply."""
    fork = [[1, 0, -1], [0, -1, 0], [0, 0, 1]]
    assert minimax(fork, 1, MAX) == [0, 1, 0]  # sees nothing, takes the first cell
    assert minimax(fork, 2, MAX) == [2, 0, 0]  # sees that anything else loses
    assert minimax(fork, 3, MAX) == [2, 0, +1]  # sees that it wins


def test_the_move_is_the_players_own() -> None:
    """The pseudocode keeps the move that came back from the recursion, which is the opponent's reply; the program not.

    MIN must close the top row. MAX's reply would be elsewhere.
    """
    assert minimax([[1, 1, 0], [0, -1, 0], [0, 0, 0]], 6, MIN) == [0, 2, 0]


@pytest.mark.slow
def test_the_whole_tree_has_549946_nodes() -> None:
    assert count_nodes(EMPTY_BOARD, MAX) == 549_946
    assert nodes_by_definition("_________", "X") == 549_946


def test_a_tree_with_eleven_nodes() -> None:
    """The text's small tree has eleven; its picture is not in the text, but here is a board with such a tree."""
    assert count_nodes(rows("XOXOOX___"), MAX) == 11


def test_a_finished_game_is_a_tree_of_one_node() -> None:
    assert count_nodes(MAX_HAS_WON, MIN) == 1


def test_nodes_are_counted_exactly_near_the_end_of_the_game() -> None:
    for text, turn in reachable():
        if text.count("_") <= 4:
            assert count_nodes(rows(text), PLAYERS[turn]) == nodes_by_definition(text, turn), text


@pytest.mark.parametrize("depth", quick_for([1, 2, 9], 9))
def test_move_and_score_are_exact_on_every_board_at_this_depth(depth: int) -> None:
    for text, turn in reachable():
        assert minimax(rows(text), depth, PLAYERS[turn]) == expected(text, depth, turn), (text, turn)


def test_a_negative_depth_never_runs_out() -> None:
    for text, turn in reachable()[::7]:
        assert minimax(rows(text), -1, PLAYERS[turn]) == expected(text, 9, turn), text


def test_the_other_functions_agree_on_every_board() -> None:
    for text, turn in reachable():
        state = rows(text)
        assert game_over(state) == is_over(text)
        assert (wins(state, MAX), wins(state, MIN)) == (has_line(text, "X"), has_line(text, "O"))
        assert evaluate(state) == has_line(text, "X") - has_line(text, "O")
        assert empty_cells(state) == [list(divmod(cell, 3)) for cell, _ in following(text, turn)]


@settings(deadline=None)  # the first boards fill the caches
@given(st.text("XO_", min_size=9, max_size=9), st.sampled_from("XO"), st.integers(0, 10))
def test_boards_that_no_game_leads_to_are_answered_too(text: str, mark: str, depth: int) -> None:
    assert minimax(rows(text), depth, PLAYERS[mark]) == expected(text, depth, mark)


def test_where_both_have_three_in_a_row_max_is_asked_about_first() -> None:
    assert evaluate([[-1, -1, -1], [0, 0, 0], [1, 1, 1]]) == MAX


@settings(deadline=None)
@given(st.sampled_from(reachable()))
def test_the_callers_board_is_never_changed(position: tuple[str, str]) -> None:
    state = rows(position[0])
    before = deepcopy(state)
    for ask in (empty_cells, evaluate, game_over):
        ask(state)
    wins(state, MAX)
    minimax(state, len(empty_cells(state)), PLAYERS[position[1]])
    assert state == before


def test_what_is_not_a_board_of_this_course_is_refused_with_the_place() -> None:
    with pytest.raises(NotationError, match=r"board\[0\]\[1\] is 2; expected one of 0, 1, -1"):
        evaluate([[0, 2, 0], [0, 0, 0], [0, 0, 0]])
    with pytest.raises(NotationError, match=r"board\[2\] is \[0\]; expected a list of 3 cells"):
        minimax([[0, 0, 0], [0, 0, 0], [0]], 9, MAX)


def test_a_player_is_max_or_min() -> None:
    for ask in (lambda: minimax(EMPTY_BOARD, 9, 0), lambda: wins(EMPTY_BOARD, 2), lambda: count_nodes(EMPTY_BOARD, 7)):
        with pytest.raises(NotationError, match=r"expected MAX \(\+1\) or MIN \(-1\)"):
            ask()
