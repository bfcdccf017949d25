"""Games in which marks drop: what is legal, how moves and boards are written, what is impossible."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from sampling import walk

from noughts.errors import GameError, IllegalMove, NotationError
from noughts.games import Game, Move, Position, SumTo, game
from noughts.games.notation import loose, moves, sequence
from noughts.games.variants import as_data, from_data

CONNECT4 = game("connect4")
# Positions of Connect Four by ply, as published: the number of boards that can be reached with so many marks.
POSITIONS = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186, 1_662_623]


def boards_by_ply(plies: int) -> list[int]:
    counts, level = [1], {CONNECT4.start()}
    for _ in range(plies):
        level = {now.play(move) for now in level for move in now.legal_moves}
        counts.append(len(level))
    return counts


@pytest.mark.parametrize(
    "plies", [5, pytest.param(7, marks=pytest.mark.slow), pytest.param(10, marks=pytest.mark.nightly)]
)
def test_there_are_as_many_positions_at_each_ply_as_published(plies: int) -> None:
    assert boards_by_ply(plies) == POSITIONS[: plies + 1]


def test_a_mark_falls_to_the_lowest_empty_cell() -> None:
    now = CONNECT4.start()
    for lowest in (6, 5, 4, 3, 2, 1):
        assert now.game.place(now.move("4").cell) == (lowest, 4)
        now = now.play("4")
    assert str(now.legal_moves) == "[1  2  3  5  6  7]"
    with pytest.raises(IllegalMove, match="column 4 is full"):
        now.play("4")


def test_a_cube_has_a_column_for_each_place_of_a_layer() -> None:
    now = game("cube:4+drop").start()
    assert len(now.legal_moves) == 16
    assert [now.game.place(move.cell) for move in now.legal_moves[:2]] == [(4, 1, 1), (4, 1, 2)]
    assert now.play("2,3").text.split("//")[3] == "____/__X_/____/____ O"
    assert now.play("2,3").play("2 3").text.split("//")[2] == "____/__O_/____/____"


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("6,7,4+drop", "connect4"),
        ("Connect4", "connect4"),
        ("6,7,4+misere+drop", "connect4+misere"),
        ("connect4+misere+misere", "connect4"),
        ("connect4+drop", "connect4"),
        ("3,3,3+drop", "tictactoe+drop"),
        ("qubic+drop", "cube:4+drop"),
        ("cube:4+drop+misere", "cube:4+drop+misere"),
        ("4,5,4+misere+drop", "4,5,4+drop+misere"),
    ],
)
def test_a_game_has_one_name(name: str, plain: str) -> None:
    assert game(name).name == plain
    assert game(plain) == game(name)
    assert game(name).drop


def test_numbers_do_not_drop() -> None:
    with pytest.raises(GameError, match="drop is for games with X and O, not with numbers"):
        game("t3+drop")
    with pytest.raises(GameError, match="mine: drop is for games"):
        Game("mine", (3, 3), 3, SumTo(13), ((1, 3), (2, 4)), drop=True)


def test_a_variant_says_so_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "narrow.toml").write_text("shape = [5, 4]\nlength = 3\ndrop = true\n")
    narrow = game(str(tmp_path / "narrow.toml"))
    assert narrow.drop
    assert from_data(as_data(narrow)) == narrow
    assert len(narrow.start().legal_moves) == 4
    with pytest.raises(GameError, match="drop must be true or false, not 1"):
        from_data({"name": "narrow", "shape": [5, 4], "drop": 1})


def test_the_symmetries_keep_columns_upright() -> None:
    assert len(CONNECT4.symmetries) == len(CONNECT4.automorphisms) == 2
    assert len(game("4,4,4+drop").automorphisms) == 2
    assert len(game("cube:4+drop").automorphisms) == 8


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("8", "8 is not on the board: column 1 to 7"),
        ("0", "0 is not on the board: column 1 to 7"),
        ("x", "found 'x', expected a number: column"),
        ("1 2 3", "found '1 2 3', expected column, such as 1"),
        ("", "found '', expected column, such as 1"),
        ("5 4", "marks fall to the lowest empty cell of column 4; the move is 4"),
        ("7 4", "7,4 is not on the board: row 1 to 6, column 1 to 7"),
        ("O 4", "X may not place 'O'; it may place X"),
    ],
)
def test_a_move_that_makes_no_sense_is_explained(text: str, says: str) -> None:
    with pytest.raises((IllegalMove, NotationError)) as error:
        CONNECT4.start().move(text)
    assert str(error.value) == says


@pytest.mark.parametrize("text", ["4", " 4 ", "6,4", "6 4", "X 4", "1. X 4", "4=X", 4, (4,), (6, 4)])
def test_a_move_is_a_column_however_it_is_written(text: str) -> None:
    move = CONNECT4.start().move(text)
    assert move == Move(38, 1)
    assert (str(move), moves.typed(move, CONNECT4), moves.describe(move, CONNECT4)) == ("4", "4", "X 4")


def test_a_sequence_of_columns_is_a_position() -> None:
    now = Position("connect4", "44455")
    assert now.text == "_______/_______/_______/___X___/___OX__/___XO__ O"
    assert Position("connect4", "4 4 4,5,5") == Position("connect4", "44455", "O") == now
    with pytest.raises(NotationError, match="after '44455' it is the turn of O, not of X"):
        Position("connect4", "44455", "X")
    with pytest.raises(NotationError, match="move 7: column 4 is full"):
        Position("connect4", "4444444")
    with pytest.raises(NotationError, match="move 8: the game is over: X wins"):
        Position("connect4", "12121213")
    with pytest.raises(NotationError, match="move 3: 8 is not on the board: column 1 to 7"):
        Position("connect4", "448")
    wide = game("4,12,4+drop")
    assert Position(wide, "12,1 12").text == "____________/____________/___________X/O__________X O"
    assert sequence.write(sequence.read("12,1 12", wide.start()), wide) == "12,1,12"


@given(st.lists(st.integers(0, 6), max_size=42))
def test_a_position_has_a_sequence_that_leads_to_it(choices: list[int]) -> None:
    *_, now = walk(CONNECT4.start(), islice(choices, 20))
    if not any(now.board):
        return
    written = sequence.leading_to(now)
    assert written is not None
    assert Position("connect4", written) == now
    assert sequence.write(sequence.read(written, CONNECT4.start()), CONNECT4) == written


def test_a_position_without_a_game_has_no_sequence() -> None:
    under = Position("connect4", "_______/_______/_______/_______/X______/X______ O", lenient=True)
    assert sequence.leading_to(under) is None


def test_boards_of_other_programs_are_read() -> None:
    now = Position("connect4", "44455")
    rows = [[0] * 7 for _ in range(3)] + [[0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 2, 1, 0, 0], [0, 0, 0, 1, 2, 0, 0]]
    columns = [[0] * 6 for _ in range(3)] + [[1, 2, 1, 0, 0, 0], [2, 1, 0, 0, 0, 0]] + [[0] * 6 for _ in range(2)]
    assert Position("connect4", rows, "O") == now
    assert Position("connect4", columns, "O") == now
    assert Position("connect4", [mark for row in rows for mark in row], "O") == now
    assert Position("connect4", str(rows), "O") == now


@pytest.mark.parametrize("lenient", [False, True])
def test_a_mark_in_the_air_is_no_board(lenient: bool) -> None:
    lists = [[0] * 7 for _ in range(4)] + [["X", *[0] * 6], [0] * 7]
    for board in ("_______/_______/_______/_______/X______/_______", lists):
        with pytest.raises(NotationError, match="X in column 1 has nothing below it"):
            Position("connect4", board, "O", lenient=lenient)


@pytest.mark.parametrize(("text", "says"), [("6 4", "marks fall to .* of column 4"), ("1 2", "column 2 is full")])
def test_a_cell_that_is_taken_is_told_by_its_column(text: str, says: str) -> None:
    with pytest.raises(IllegalMove, match=says):
        Position("connect4", "4222222").play(text)


def test_a_drawing_has_columns_and_a_floor_and_counts_no_rows() -> None:
    now = Position("connect4", "4735335353316775462225")
    assert str(now).split("\n") == [
        "   │   │   │ X │   │   │   │   │",
        "   │   │   │ O │   │ O │   │   │",
        "   │   │   │ O │   │ O │   │   │",
        "   │   │ X │ O │   │ X │   │ X │",
        "   │   │ O │ X │ X │ X │ O │ O │",
        "   │ O │ X │ X │ X │ O │ X │ O │",
        "   └───┴───┴───┴───┴───┴───┴───┘",
        "     1   2   3   4   5   6   7",
        "X to move",
    ]
    for drawn in (now, CONNECT4.start(), game("4,1,3+drop").start().play("1")):
        assert loose.read(str(drawn), drawn.game) == loose.read(str(drawn).strip(), drawn.game) == drawn


def test_only_what_can_be_played_now_completes_a_line() -> None:
    row = Position("connect4", "_______/_______/_______/_______/XXX____/OOXO___ X", lenient=True)
    assert row.completing_moves("X") == [Move(31, 1)]
    hanging = Position("connect4", "_______/_______/_______/_______/XXX____/OOX____ X", lenient=True)
    assert hanging.completing_moves("X") == []
    assert len(hanging.lines_completed(Move(31, 1))) == 1


def test_the_cell_above_can_be_filled_next() -> None:
    rules = game("connect4")
    assert [rules.above(cell) for cell in range(42)] == [None] * 7 + list(range(35))
    assert [game("cube:2+drop").above(cell) for cell in range(8)] == [None] * 4 + [0, 1, 2, 3]
    assert [game("tictactoe").above(cell) for cell in range(9)] == [None] * 9


@pytest.mark.parametrize(
    ("name", "dropped"),
    [
        ("6,7,4", "connect4"),
        ("6,7,4+misere", "connect4+misere"),
        ("qubic", "cube:4+drop"),
        ("4,5,4+misere", "4,5,4+drop+misere"),
        ("connect4+misere", "connect4+misere"),
    ],
)
def test_a_game_in_which_marks_drop_has_the_name_that_gives_it(name: str, dropped: str) -> None:
    rules = game(name).as_drop()
    assert (rules.name, rules.drop) == (dropped, True) and game(dropped) == rules
