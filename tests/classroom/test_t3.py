"""The course on Tic-Tac-Total, as the course's own tests would use it."""

from __future__ import annotations

import dataclasses
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from oracle import Oracle, oracle, rules

from noughts.classroom.t3 import T3Action, T3Player, T3State, choose
from noughts.errors import NoughtsError

ROOT = Path(__file__).parents[2]


def test_actions_are_ordered_by_column_then_row_then_number() -> None:
    assert T3Action(0, 2, 3) < T3Action(1, 1, 1)
    assert T3Action(2, 2, 1) < T3Action(2, 2, 3)
    assert T3Action(1, 0, 5) < T3Action(1, 1, 1)
    assert sorted([T3Action(2, 0, 1), T3Action(0, 1, 5), T3Action(0, 1, 3)])[0] == T3Action(0, 1, 3)


def test_an_action_is_a_value() -> None:
    action = T3Action(1, 2, 3)
    assert (action.col(), action.row(), action.move()) == (1, 2, 3)
    assert [field.name for field in dataclasses.fields(T3Action)] == ["_col", "_row", "_move"]
    assert str(action) == "(1,2) = 3"
    others: list[object] = [T3Action(2, 1, 3), (1, 2, 3), "x", None]
    assert action == T3Action(1, 2, 3) and action not in others
    assert len({action, T3Action(1, 2, 3)}) == 1


def test_the_default_board_is_empty_and_three_by_three() -> None:
    state = T3State(True, None)
    assert state == T3State(True, [[0, 0, 0]] * 3)
    assert str(state) == "[0, 0, 0]\n[0, 0, 0]\n[0, 0, 0]"
    assert state.get_moves() == [1, 3, 5] and T3State(False, None).get_moves() == [2, 4, 6]


def test_states_are_equal_by_board_and_turn() -> None:
    board = [[1, 0, 0], [0, 2, 0], [0, 0, 0]]
    state = T3State(True, board)
    assert state == T3State(True, [list(row) for row in board])
    assert state != T3State(False, board) and state != board
    assert len({state, T3State(True, board), T3State(False, board)}) == 2


def test_a_state_keeps_its_own_board() -> None:
    board = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
    state = T3State(True, board)
    following = state.get_next_state(T3Action(1, 2, 3))
    board[0][0] = 5
    assert state == T3State(True, None)
    assert following == T3State(False, [[0, 0, 0], [0, 0, 0], [0, 3, 0]])


def test_open_tiles_go_column_by_column() -> None:
    assert T3State(True, [[2, 1, 2], [1, 1, 0], [2, 0, 6]]).get_open_tiles() == [(1, 2), (2, 1)]
    assert T3State(True, None).get_open_tiles()[:4] == [(0, 0), (0, 1), (0, 2), (1, 0)]


@pytest.mark.parametrize("odd_turn", [True, False])
def test_only_own_numbers_on_free_places_are_valid(odd_turn: bool) -> None:
    state = T3State(odd_turn, [[1, 0, 0], [0, 0, 0], [0, 0, 0]])
    valid = {
        (column, row, number)
        for column in range(-1, 4)
        for row in range(-1, 4)
        for number in range(-1, 9)
        if state.is_valid_action(T3Action(column, row, number))
    }
    numbers = (1, 3, 5) if odd_turn else (2, 4, 6)
    assert valid == {(c, r, n) for c in range(3) for r in range(3) for n in numbers if (c, r) != (0, 0)}


@pytest.mark.parametrize("action", [None, T3Action(0, 0, 2), T3Action(3, 0, 1), T3Action(-1, 0, 1), T3Action(1, 1, 1)])
def test_an_illegal_action_is_a_value_error(action: T3Action | None) -> None:
    state = T3State(True, [[0, 0, 0], [0, 4, 0], [0, 0, 0]])
    with pytest.raises(ValueError):
        state.get_next_state(action)


def test_the_transitions_of_the_text() -> None:
    """Two free places, three numbers: six states in the order of actions."""
    state = T3State(True, [[2, 1, 2], [1, 1, 0], [2, 0, 6]])
    transitions = list(state.get_transitions())
    assert [str(action) for action, _ in transitions] == [
        "(1,2) = 1", "(1,2) = 3", "(1,2) = 5", "(2,1) = 1", "(2,1) = 3", "(2,1) = 5",
    ]  # fmt: skip
    assert transitions[2][1] == T3State(False, [[2, 1, 2], [1, 1, 0], [2, 5, 6]])
    assert transitions[2][1].is_win() and not transitions[1][1].is_win()


def test_transitions_of_the_docstring_in_the_text() -> None:
    state = T3State(False, [[6, 4, 1], [1, 1, 4], [4, 1, 0]])
    assert [action for action, _ in state.get_transitions()] == [T3Action(2, 2, n) for n in (2, 4, 6)]
    assert [after for _, after in state.get_transitions()] == [
        T3State(True, [[6, 4, 1], [1, 1, 4], [4, 1, number]]) for number in (2, 4, 6)
    ]


def test_transitions_are_made_one_at_a_time() -> None:
    class Counting(T3State):
        count = 0

        def __init__(self, odd_turn: bool, state: list[list[int]] | None) -> None:
            Counting.count += 1
            super().__init__(odd_turn, state)

    transitions = Counting(True, None).get_transitions()
    assert Counting.count == 1
    next(transitions)
    assert Counting.count == 2


def test_a_line_with_a_hole_wins_where_the_sum_is_there() -> None:
    assert T3State(True, [[6, 6, 1, 0], [0] * 4, [0] * 4, [0] * 4]).is_win()
    assert not T3State(True, [[6, 6, 0], [0, 0, 0], [0, 0, 0]]).is_win()
    assert T3State(True, [[0, 0, 6], [0, 1, 0], [6, 0, 0]]).is_win()


def test_a_full_board_without_a_win_is_a_tie() -> None:
    full = T3State(True, [[1, 1, 1], [1, 1, 1], [1, 1, 1]])
    assert full.is_tie() and not full.is_win() and choose(full) is None
    won = T3State(True, [[6, 6, 1], [1, 1, 1], [1, 1, 1]])
    assert won.is_win() and not won.is_tie() and choose(won) is None
    assert not T3State(True, None).is_tie()


def test_subclasses_change_the_rules() -> None:
    class Larger(T3State):
        MAX_MOVE = 9
        WIN_TARGET = 20
        DEFAULT_SIZE = 4

    start = Larger(True, None)
    assert len(start.get_open_tiles()) == 16 and start.get_moves() == [1, 3, 5, 7, 9]
    close = Larger(False, [[9, 9, 0, 0], [0] * 4, [0] * 4, [0] * 4])
    assert choose(close) == T3Action(2, 0, 2)
    assert isinstance(close.get_next_state(T3Action(2, 0, 2)), Larger)


@pytest.mark.parametrize("board", [[], [[0, 0], [0]], [[0, 0, 0]], [["x"]], [[-1]], [[999]]])
def test_boards_that_are_no_boards_are_refused(board: list[list[int]]) -> None:
    with pytest.raises(NoughtsError):
        T3State(True, board)


def test_a_win_at_once_is_taken() -> None:
    assert choose(T3State(True, [[2, 1, 2], [1, 1, 0], [2, 0, 6]])) == T3Action(1, 2, 5)


def test_the_playthrough_of_the_text_is_what_choose_plays() -> None:
    assert choose(T3State(False, [[0, 0, 0], [0, 5, 0], [0, 0, 0]])) == T3Action(0, 0, 2)
    assert choose(T3State(False, [[2, 1, 0], [0, 5, 0], [0, 0, 0]])) == T3Action(2, 2, 6)


@pytest.mark.parametrize("odd_turn", [True, False])
def test_the_empty_board_is_answered_for_either_side(odd_turn: bool) -> None:
    """The text does not ask for it. Odds lose whatever they do; evens win in three."""
    action = choose(T3State(odd_turn, None))
    assert action == (T3Action(0, 0, 1) if odd_turn else T3Action(0, 0, 2))


def textbook_order(game: Oracle, board: tuple[int, ...], side: int, ranking: str) -> tuple[int, int, int]:
    """What the text asks for, by brute force: the best set, and the first of it by column, row and number."""
    size = game.game.shape[0]
    return min((cell % size, cell // size, number) for cell, number in game.best(board, side, ranking))


@pytest.mark.parametrize("ranking", ["earliest-end", pytest.param("quickest", marks=pytest.mark.slow)])
def test_choose_agrees_with_brute_force(ranking: str) -> None:
    """Random 3×3 positions with up to five empty cells, any turn on any board."""
    game, chance = oracle("t3"), random.Random(2)
    for _ in range(80):
        empty = chance.randrange(1, 6)
        board = tuple(chance.sample([0] * empty + [chance.randrange(1, 7) for _ in range(9 - empty)], 9))
        side = chance.randrange(2)
        state = T3State(side == 0, [list(board[at : at + 3]) for at in (0, 3, 6)])
        chosen = choose(state, ranking)
        if game.ending(board, side) is not None:
            assert chosen is None
        else:
            assert chosen is not None
            assert (chosen.col(), chosen.row(), chosen.move()) == textbook_order(game, board, side, ranking), state
            assert T3Player().choose(state, ranking) == chosen


@pytest.mark.parametrize("size", [4, 5])
def test_large_partly_filled_boards_agree_with_brute_force(size: int) -> None:
    game, chance = Oracle(rules(f"t3:{size}")), random.Random(size)
    for _ in range(60):
        empty = chance.randrange(1, 5)
        numbers = [chance.randrange(1, 7) for _ in range(size * size - empty)]
        board = tuple(chance.sample([0] * empty + numbers, size * size))
        side = chance.randrange(2)
        state = T3State(side == 0, [list(board[at : at + size]) for at in range(0, size * size, size)])
        chosen = choose(state)
        if game.ending(board, side) is None:
            assert chosen is not None
            assert (chosen.col(), chosen.row(), chosen.move()) == textbook_order(game, board, side, "earliest-end")


COURSE_TESTS = """
from t3_state import *
from t3_action import *
from t3_player import *
import pytest

def test_transitions():
    state = T3State(True, [[2, 1, 2], [1, 1, 0], [2, 0, 6]])
    assert [a for a, s in state.get_transitions()][0] == T3Action(1, 2, 1)

def test_choose():
    assert choose(T3State(True, [[2, 1, 2], [1, 1, 0], [2, 0, 6]])) == T3Action(1, 2, 5)
    with pytest.raises(ValueError):
        T3State(True, None).get_next_state(None)
"""


@pytest.mark.slow
def test_a_courses_own_tests_run_beside_the_files(tmp_path: Path) -> None:
    for file in (ROOT / "examples" / "t3").glob("*.py"):
        shutil.copy(file, tmp_path)
    (tmp_path / "t3_tests.py").write_text(COURSE_TESTS, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "t3_tests.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "2 passed" in done.stdout, done.stdout


def console_game(*lines: str) -> str:
    command = [sys.executable, str(ROOT / "examples" / "t3" / "t3_game.py")]
    done = subprocess.run(command, input="\n".join((*lines, "")), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_console_game_plays_the_game_of_the_text() -> None:
    shown = console_game("odds", "odds", "1 1 5", "1 0 1")
    assert "[Opponent] (0,0) = 2" in shown and "[Opponent] (2,2) = 6" in shown and shown.endswith("[L] You lose.\n")


def test_the_console_game_explains_bad_input_and_asks_again() -> None:
    shown = console_game("maybe", "odds", "", "letters", "1 1", "1 1 2", "3 0 1", "1 1 5", "1 1 1", "0 0 1", "1 0 1")
    assert "Please answer odds or evens." in shown
    assert shown.count("Try again.") == 6
    assert "odd may not place '2'; it may place 1, 3, 5" in shown
    assert "column 0 to 2, row 0 to 2" in shown and "is taken" in shown
    assert shown.endswith("[L] You lose.\n")


def test_the_console_game_lets_evens_begin_and_ends_with_its_input() -> None:
    shown = console_game("evens", "evens", "1 1 6")
    assert "one of [2, 4, 6]" in shown and "[Opponent]" in shown and "End of input; goodbye." in shown
