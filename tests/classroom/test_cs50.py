"""CS50's Introduction to Artificial Intelligence: every function of the assignment, on every board of a game."""

from __future__ import annotations

from copy import deepcopy
from functools import cache

import pytest

from noughts.classroom.cs50 import (
    EMPTY,
    Cell,
    O,
    X,
    actions,
    initial_state,
    minimax,
    player,
    result,
    terminal,
    utility,
    winner,
)
from noughts.errors import IllegalMove, NotationError
from noughts.grade.testing import assert_optimal

from . import brute_force
from .brute_force import OTHER, following, is_over, reachable


def rows(text: str) -> list[list[Cell]]:
    symbols: dict[str, Cell] = {"X": X, "O": O, "_": EMPTY}
    return brute_force.rows(text, symbols)


@cache
def value(text: str, turn: str) -> int:
    if is_over(text):
        return {"X": 1, "O": -1, None: 0}[brute_force.winner(text)]
    values = [value(after, OTHER[turn]) for _, after in following(text, turn)]
    return max(values) if turn == "X" else min(values)


def test_a_game_begins_with_an_empty_board_that_is_new_each_time() -> None:
    start = initial_state()
    assert start == [[None] * 3] * 3 and player(start) == X and not terminal(start)
    start[0][0] = X
    assert initial_state() == [[None] * 3] * 3


def test_every_function_is_right_on_every_board() -> None:
    for text, turn in reachable():
        board = rows(text)
        before = deepcopy(board)
        over, won = is_over(text), brute_force.winner(text)
        assert terminal(board) is over and winner(board) == won
        assert utility(board) == {"X": 1, "O": -1, None: 0}[won]
        assert actions(board) == {divmod(cell, 3) for cell in range(9) if text[cell] == "_"}
        if over:
            assert minimax(board) is None
        else:
            assert player(board) == turn
            after = {divmod(cell, 3): rows(next_text) for cell, next_text in following(text, turn)}
            assert {action: result(board, action) for action in actions(board)} == after
            action = minimax(board)
            assert action is not None
            cell = 3 * action[0] + action[1]
            assert value(dict(following(text, turn))[cell], OTHER[turn]) == value(text, turn)
        assert board == before


@pytest.mark.parametrize("action", [(0, 0), (-1, 0), (0, 3), (3, 3), None, (1,)])
def test_an_illegal_action_is_an_exception(action: tuple[int, int]) -> None:
    with pytest.raises(IllegalMove):
        result([[X, None, None], [None, None, None], [None, None, None]], action)


def test_what_is_no_board_is_refused() -> None:
    with pytest.raises(NotationError):
        player([["X", "-", None]] * 3)


def test_the_quickest_win_and_the_slowest_loss() -> None:
    assert_optimal(minimax, interface="cs50")
