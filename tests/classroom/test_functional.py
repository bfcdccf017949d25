"""The course on functional minimax: every example, the worked one step by step, and the exact grade on every board."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from operator import itemgetter

import pytest
from hypothesis import given, settings, strategies as st

from noughts.classroom.functional import (
    Cell,
    Spot,
    empty_spots,
    grade,
    maximise,
    maximum_on,
    minimise,
    play,
    read_board,
    winner,
    write_board,
)
from noughts.errors import IllegalMove, NotationError

from . import brute_force
from .brute_force import OTHER, following, is_over, reachable

X_PLAYER, O_PLAYER = True, False  # the text's #t and #f


def board(text: str) -> list[list[Cell]]:
    return [[False if cell == "_" else cell for cell in row] for row in text.split("/")]


def rows(text: str) -> list[list[Cell]]:
    symbols: dict[str, Cell] = {"X": "X", "O": "O", "_": False}
    return brute_force.rows(text, symbols)


def put(before: list[list[Cell]], spot: Spot, sign: str) -> list[list[Cell]]:
    after = deepcopy(before)
    after[spot[0]][spot[1]] = sign
    return after


@cache
def true_grade(text: str, turn: str, me: str, large: bool) -> int:
    """My grade by the text's definition, its two functions made one."""
    if is_over(text):
        return {me: 1, OTHER[me]: -1, None: 0}[brute_force.winner(text)]
    grades = [true_grade(after, OTHER[turn], me, not large) for _, after in following(text, turn)]
    return max(grades) if large else min(grades)


# winner


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("((#f #f #f) (#f #f #f) (#f #f #f))", False),
        ('(("X" "O" "X") ("O" "X" "O") ("X" "O" "X"))', "X"),
        ('(("O" "O" "O") ("X" "X" #f) (#f #f "X"))', "O"),
        ('(("O" #f "O") (#f "O" #f) ("X" "X" "X"))', "X"),
        ('(("X" "O" "O") ("O" "X" "O") ("O" "X" "X"))', "X"),
        ('(("X" "O" "X") ("O" "X" "O") ("O" "X" "O"))', "D"),
        ('(("X" "O" "X") ("O" "O" "X") ("O" "X" #f))', False),
    ],
)
def test_winner_names_the_winner_or_a_draw_or_nobody_yet(text: str, who: str | bool) -> None:
    assert winner(read_board(text)) == who


def test_an_empty_cell_may_be_none_as_well() -> None:
    assert winner([["X", "X", "X"], ["O", "O", None], [None, None, None]]) == "X"
    assert empty_spots([[None, "O", "X"], ["X", "O", "O"], ["O", False, "X"]]) == [(0, 0), (2, 1)]


# The helpers.


@pytest.mark.parametrize(
    ("text", "spots"),
    [("XOX/XOO/OXX", []), ("_OX/XOO/OXX", [(0, 0)]), ("_OX/XOO/O_X", [(0, 0), (2, 1)])],
)
def test_empty_spots_are_in_reading_order(text: str, spots: list[Spot]) -> None:
    assert empty_spots(board(text)) == spots


@pytest.mark.parametrize(
    ("win", "me", "points"),
    [
        ("D", X_PLAYER, 0),
        ("D", O_PLAYER, 0),
        ("X", O_PLAYER, -1),
        ("X", X_PLAYER, 1),
        ("O", O_PLAYER, 1),
        ("O", X_PLAYER, -1),
    ],
)
def test_a_grade_is_for_me(win: str, me: bool, points: int) -> None:
    assert grade(win, me) == points


def test_only_a_finished_game_has_a_grade() -> None:
    with pytest.raises(NotationError, match="only a finished game has a grade"):
        grade(winner(board("___/___/___")), X_PLAYER)


def test_maximum_on_picks_what_is_largest_after_the_function() -> None:
    """In the text the second function is `(-x)`, which calls something named -x; it means `(- x)`."""
    pairs = [(1, 1337), (0, 20000), (10, 4)]
    assert maximum_on(lambda x: x, [1, 2, 3]) == 3
    assert maximum_on(lambda x: -x, [1, 2, 3]) == 1
    assert maximum_on(itemgetter(0), pairs) == (10, 4)
    assert maximum_on(itemgetter(1), pairs) == (0, 20000)


def test_maximum_on_keeps_the_first_of_equals() -> None:
    assert maximum_on(abs, [-2, 1, 2]) == -2


# The worked examples.


def test_example_00_we_have_won() -> None:
    assert maximise(board("XOO/OXX/__X"), X_PLAYER, X_PLAYER) == 1


def test_example_01_the_opponent_has_won() -> None:
    assert maximise(board("XOO/OXX/__X"), O_PLAYER, O_PLAYER) == -1


def test_example_02_nobody_has_won() -> None:
    assert maximise(board("XOO/OXX/XXO"), X_PLAYER, X_PLAYER) == 0


def test_example_03_step_by_step() -> None:
    start = board("XOO/XOX/___")
    assert empty_spots(start) == [(2, 0), (2, 1), (2, 2)]
    a, b, c = (put(start, spot, "X") for spot in empty_spots(start))
    assert [minimise(option, O_PLAYER, X_PLAYER) for option in (a, b, c)] == [1, -1, -1]
    assert maximise(start, X_PLAYER, X_PLAYER) == 1
    assert play(start, "X") == (2, 0)

    assert winner(a) == "X"

    assert empty_spots(b) == [(2, 0), (2, 2)]
    b_alpha, b_beta = (put(b, spot, "O") for spot in empty_spots(b))
    assert [maximise(reply, X_PLAYER, X_PLAYER) for reply in (b_alpha, b_beta)] == [-1, 1]
    assert winner(b_alpha) == "O"
    assert winner(b_beta) is False
    assert play(b_beta, "X") == (2, 0)
    assert winner(put(b_beta, (2, 0), "X")) == "X"
    assert play(b, "O") == (2, 0)

    assert empty_spots(c) == [(2, 0), (2, 1)]
    c_alpha, c_beta = (put(c, spot, "O") for spot in empty_spots(c))
    assert [maximise(reply, X_PLAYER, X_PLAYER) for reply in (c_alpha, c_beta)] == [-1, -1]
    assert [winner(c_alpha), winner(c_beta)] == ["O", "O"]
    assert play(c, "O") == (2, 0)  # of two that win, the first


# play


def test_perfect_play_does_not_save_a_game_that_is_lost() -> None:
    """The text promises a win or a draw always. From the start, yes; here X threatens three lines at once."""
    lost = board("X_X/__O/XO_")
    assert maximise(lost, O_PLAYER, O_PLAYER) == -1
    assert play(lost, "O") == (0, 1)


def test_a_slow_win_is_as_good_as_a_quick_one() -> None:
    """X could win at once at (2, 2), but (0, 2) wins as surely and comes first."""
    assert play(board("XO_/OX_/___"), "X") == (0, 2)
    assert winner(put(board("XO_/OX_/___"), (2, 2), "X")) == "X"


def test_whoever_is_to_move_is_told_not_guessed() -> None:
    assert play(board("X_X/O_O/___"), "X") == (0, 1)
    assert play(board("X_X/O_O/___"), "O") == (1, 1)


def test_nobody_moves_after_the_end() -> None:
    with pytest.raises(IllegalMove, match="the game is over: X wins"):
        play(board("XXX/OO_/___"), "O")
    with pytest.raises(IllegalMove, match="the game is over: draw"):
        play(board("XOX/XOO/OXX"), "X")


# Every board.


def test_grades_are_exact_on_every_board_from_every_point_of_view() -> None:
    for text, turn in reachable():
        for me in "XO":
            mine = (rows(text), turn == "X", me == "X")
            assert maximise(*mine) == true_grade(text, turn, me, True), (text, turn, me)
            assert minimise(*mine) == true_grade(text, turn, me, False), (text, turn, me)


def test_play_is_the_first_spot_with_the_highest_grade_on_every_board() -> None:
    for text, turn in reachable():
        if not is_over(text):
            after = dict(following(text, turn))
            first = max(after, key=lambda cell: true_grade(after[cell], OTHER[turn], turn, False))
            assert play(rows(text), turn) == divmod(first, 3), (text, turn)


def test_winner_and_empty_spots_agree_on_every_board() -> None:
    for text, turn in reachable():
        assert winner(rows(text)) == ((brute_force.winner(text) or "D") if is_over(text) else False)
        assert empty_spots(rows(text)) == [divmod(cell, 3) for cell, _ in following(text, turn)]


@settings(deadline=None)  # the first boards fill the caches
@given(st.text("XO_", min_size=9, max_size=9), st.sampled_from("XO"), st.sampled_from("XO"))
def test_boards_that_no_game_leads_to_are_answered_too(text: str, turn: str, me: str) -> None:
    assert maximise(rows(text), turn == "X", me == "X") == true_grade(text, turn, me, True)
    assert minimise(rows(text), turn == "X", me == "X") == true_grade(text, turn, me, False)


@settings(deadline=None)
@given(st.sampled_from(reachable()))
def test_the_callers_board_is_never_changed(position: tuple[str, str]) -> None:
    board = rows(position[0])
    before = deepcopy(board)
    winner(board)
    empty_spots(board)
    maximise(board, X_PLAYER, O_PLAYER)
    minimise(board, O_PLAYER, X_PLAYER)
    if not is_over(position[0]):
        play(board, position[1])
    write_board(board)
    assert board == before


# Boards as S-expressions.


def test_a_quoted_board_over_several_lines_is_read() -> None:
    text = """'((#f  "O" "X")
                ("X" "O" "O")
                ("O" #f  "X"))"""
    assert read_board(text) == [[False, "O", "X"], ["X", "O", "O"], ["O", False, "X"]]


def test_empty_cells_are_written_as_false() -> None:
    assert write_board(board("XO_/___/__X")) == '(("X" "O" #f) (#f #f #f) (#f #f "X"))'


@given(st.text("XO_", min_size=9, max_size=9))
def test_what_is_written_is_read_back(text: str) -> None:
    assert read_board(write_board(rows(text))) == rows(text)


def test_a_text_that_is_not_a_board_is_refused_with_the_place() -> None:
    with pytest.raises(NotationError, match="line 2, column 6: found 'Z', expected X, O or _"):
        read_board('((#f #f #f)\n (#f "Z" #f) (#f #f #f))')
    with pytest.raises(NotationError, match="found 2 rows, expected 3"):
        read_board("((#f #f #f) (#f #f #f))")
    with pytest.raises(NotationError):
        read_board("")


def test_what_is_not_a_board_or_a_sign_is_refused() -> None:
    with pytest.raises(NotationError, match=r"board\[0\]\[0\] is '_'; expected one of 'X', 'O', False, None"):
        winner([["_", False, False], [False] * 3, [False] * 3])
    with pytest.raises(NotationError, match="expected a list of 3 rows"):
        empty_spots([[False] * 3])
    with pytest.raises(NotationError, match="the sign is True; expected 'X' or 'O'"):
        play(board("___/___/___"), True)  # type: ignore[arg-type]
