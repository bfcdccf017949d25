"""The course on early draw detection: its examples, as they are and as they should be, and the score of every board."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from itertools import product
from math import inf

import pytest
from hypothesis import given, settings, strategies as st

from noughts.classroom.board import EMPTY_MARK, O_MARK, X_MARK, Agent, Board, Move, ScoreBoard
from noughts.errors import IllegalMove, NotationError

from . import brute_force
from .brute_force import CENTRE_CORNERS_EDGES, LINES, OTHER, following, is_over, reachable


def board(text: str) -> Board:
    return Board([list(row) for row in text.split("/")])


def board_of(text: str) -> Board:
    return Board(brute_force.rows(text, {"X": X_MARK, "O": O_MARK, "_": EMPTY_MARK}))


def all_lines_blocked(text: str) -> bool:
    return all({"X", "O"} <= {text[cell] for cell in line} for line in LINES)


@cache
def true_score(text: str, turn: str, ai_mark: str, depth: int) -> int:
    """The text's score by definition, without pruning and without looking for inevitable draws."""
    if depth == 0 or is_over(text):
        return {ai_mark: 100 + depth, OTHER[ai_mark]: -100 - depth, None: 0}[brute_force.winner(text)]
    scores = [true_score(after, OTHER[turn], ai_mark, depth - 1) for _, after in following(text, turn)]
    return max(scores) if turn == ai_mark else min(scores)


def expected(text: str, turn: str, ai_mark: str, depth: int) -> ScoreBoard:
    score = true_score(text, turn, ai_mark, depth)
    if depth == 0 or is_over(text) or all_lines_blocked(text):
        return ScoreBoard(score)
    after = dict(following(text, turn))
    best = [cell for cell in after if true_score(after[cell], OTHER[turn], ai_mark, depth - 1) == score]
    return ScoreBoard(score, Move(*divmod(next(cell for cell in CENTRE_CORNERS_EDGES if cell in best), 3)))


# The board.


def test_a_new_board_is_empty() -> None:
    assert Board() == board("___/___/___")
    assert Board().get_winner() is None
    assert not Board().is_game_over()


def test_the_winning_position_of_the_example_game() -> None:
    assert board("XOX/_XO/O_X").get_winner() == X_MARK
    assert board("XOX/_XO/O_X").is_game_over()


def test_a_full_board_is_over_without_a_winner() -> None:
    assert board("XOX/XOO/OXX").get_winner() is None
    assert board("XOX/XOO/OXX").is_game_over()


def test_a_mark_is_placed_and_taken_back() -> None:
    played = Board()
    played.make_move(0, 2, O_MARK)
    assert played == board("__O/___/___")
    played.make_move(0, 2, EMPTY_MARK)
    assert played == Board()


def test_possible_moves_are_the_empty_cells_with_centre_and_corners_first() -> None:
    assert board("X_O/___/_X_").get_possible_moves() == [(1, 1), (2, 0), (2, 2), (0, 1), (1, 0), (1, 2)]
    assert Board().get_possible_moves()[0] == Move(row=1, col=1)
    assert board("XOX/XOO/OXX").get_possible_moves() == []


@pytest.mark.parametrize(
    ("row", "col", "mark", "complaint"),
    [
        (1, 1, O_MARK, r"\(1, 1\) is taken by X"),
        (3, 0, O_MARK, r"\(3, 0\) is not on the board; rows and columns go from 0 to 2"),
        (0, -1, O_MARK, r"\(0, -1\) is not on the board"),
        (0, 3, EMPTY_MARK, r"\(0, 3\) is not on the board"),
    ],
)
def test_a_move_that_cannot_be_made_is_refused_and_nothing_changes(
    row: int, col: int, mark: str, complaint: str
) -> None:
    played = board("___/_X_/___")
    with pytest.raises(IllegalMove, match=complaint):
        played.make_move(row, col, mark)
    assert played == board("___/_X_/___")


def test_other_marks_and_other_shapes_are_refused() -> None:
    with pytest.raises(NotationError, match="the mark is 'Z'; expected one of 'X', 'O', '_'"):
        Board().make_move(0, 0, "Z")
    with pytest.raises(NotationError, match=r"board\[0\]\[2\] is 'Z'"):
        board("XOZ/___/___")
    with pytest.raises(NotationError, match="expected a list of 3 rows"):
        board("XO_/___")
    with pytest.raises(NotationError, match="the agent's mark is '_'; expected 'X' or 'O'"):
        Agent(EMPTY_MARK)


def test_a_board_shows_itself_in_boxes_and_its_repr_gives_it_back() -> None:
    shown = board("X_O/_X_/O__")
    assert str(shown).splitlines()[:3] == ["+---+---+---+", "| X | _ | O |", "+---+---+---+"]
    assert eval(repr(shown)) == shown


# Draws that are inevitable.


def test_the_texts_inevitable_draw_is_a_win() -> None:
    """The text says that every line of this board holds both marks. Four of eight do not, and X wins at once at 3 3."""
    claimed = board("XO_/OX_/___")
    assert not claimed.is_draw_inevitable()
    assert not claimed.is_game_over()
    assert Agent(X_MARK).minimax(claimed, 10, -inf, inf, True) == ScoreBoard(109, Move(2, 2))


def test_a_draw_is_inevitable_with_a_cell_left() -> None:
    blocked = board("XOX/OX_/OXO")
    assert blocked.is_draw_inevitable()
    assert blocked.is_game_over()
    assert blocked.get_winner() is None
    assert Agent(X_MARK).minimax(blocked, 10, -inf, inf, True) == ScoreBoard(0)


def test_no_draw_is_inevitable_with_more_than_one_empty_cell() -> None:
    """The text speaks of five empty cells and thousands of moves; on no board at all are there more than one."""
    for cells in product("XO_", repeat=9):
        text = "".join(cells)
        assert board_of(text).is_draw_inevitable() == all_lines_blocked(text)
        assert not all_lines_blocked(text) or text.count("_") <= 1, text


def test_a_won_board_is_not_an_inevitable_draw() -> None:
    assert not board("XXX/OO_/___").is_draw_inevitable()


# The agent.


def test_a_win_scores_100_and_the_depth_that_is_left() -> None:
    won_by_x = board("XOX/_XO/O_X")
    assert Agent(X_MARK).evaluate(won_by_x, 7) == 107
    assert Agent(O_MARK).evaluate(won_by_x, 7) == -107
    assert Agent(X_MARK).evaluate(Board(), 7) == 0


def test_each_agent_knows_its_opponent() -> None:
    assert (Agent(O_MARK).ai_mark, Agent(O_MARK).opponent_mark) == (O_MARK, X_MARK)


def test_the_walk_through_with_its_true_scores() -> None:
    """The text has (0,1) win at once for 110, (1,0) score 108 and (1,2) lose for -109.

    (0,1) makes no line. The move that wins at once is (2,2); it scores 109, because the search below it starts with
    one ply less. Each of the others wins two plies later: O cannot win next turn, its diagonal is blocked.
    """
    agent, walked = Agent(X_MARK), board("X_O/_X_/O__")
    scores = {}
    for move in walked.get_possible_moves():
        walked.make_move(move.row, move.col, X_MARK)
        scores[tuple(move)] = agent.minimax(walked, 9, -inf, inf, False).score
        walked.make_move(move.row, move.col, EMPTY_MARK)
    assert scores == {(2, 2): 109, (0, 1): 107, (1, 0): 107, (1, 2): 107, (2, 1): 107}
    assert agent.minimax(walked, 10, -inf, inf, True) == ScoreBoard(109, Move(2, 2))
    assert board("XXO/_X_/O__").get_winner() is None


def test_the_judge_sample_is_answered_with_a_cell_that_is_free() -> None:
    """The text answers 2 2, where X stands already. Any corner wins in five; the first of them is 1 1."""
    assert Agent(X_MARK).minimax(board("_O_/_X_/___"), 10, -inf, inf, True) == ScoreBoard(105, Move(0, 0))


def test_x_to_move_with_the_only_mark_on_the_board_being_its_own() -> None:
    """The text's second sample: the header says X, so X it is."""
    assert Agent(X_MARK).minimax(board("___/_X_/___"), 10, -inf, inf, True) == ScoreBoard(105, Move(0, 0))


@pytest.mark.parametrize(("ai_mark", "depth"), [("X", 10), ("O", 10), ("X", 3)])
def test_score_and_move_are_exact_on_every_board_whoever_moves(ai_mark: str, depth: int) -> None:
    agent = Agent(ai_mark)
    for text, turn in reachable():
        result = agent.minimax(board_of(text), depth, -inf, inf, turn == ai_mark)
        assert result == expected(text, turn, ai_mark, depth), (text, turn)


@settings(deadline=None)  # the first boards fill the caches
@given(st.text("XO_", min_size=9, max_size=9), st.sampled_from("XO"), st.sampled_from("XO"), st.integers(0, 10))
def test_boards_that_no_game_leads_to_are_answered_too(text: str, turn: str, ai_mark: str, depth: int) -> None:
    result = Agent(ai_mark).minimax(board_of(text), depth, -inf, inf, turn == ai_mark)
    assert result == expected(text, turn, ai_mark, depth)


@settings(deadline=None)
@given(st.sampled_from(reachable()), st.integers(-110, 110), st.integers(-110, 110))
def test_the_window_changes_nothing(position: tuple[str, str], alpha: int, beta: int) -> None:
    text, turn = position
    agent = Agent(X_MARK)
    full = agent.minimax(board_of(text), 10, -inf, inf, turn == X_MARK)
    assert agent.minimax(board_of(text), 10, alpha, beta, turn == X_MARK) == full


@settings(deadline=None)
@given(st.sampled_from(reachable()))
def test_asking_never_changes_the_board(position: tuple[str, str]) -> None:
    rows = brute_force.rows(position[0], {"X": "X", "O": "O", "_": "_"})
    rows_before, board = deepcopy(rows), Board(rows)
    board.get_winner()
    board.get_possible_moves()
    board.is_game_over()
    Agent(X_MARK).evaluate(board, 1)
    Agent(X_MARK).minimax(board, 10, -inf, inf, position[1] == X_MARK)
    assert board.board == rows_before
    for move in board.get_possible_moves():
        board.make_move(move.row, move.col, X_MARK)
    assert rows == rows_before
