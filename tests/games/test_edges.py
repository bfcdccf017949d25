"""Where notations begin and end: the shortest, the longest, the first and the last of everything."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.errors import GameError, IllegalMove, MisuseError, NotationError, UnreachablePosition
from noughts.games import Game, Move, game, notation, position
from noughts.games.notation import boxed, compact, loose, moves, nested, sequence, symbols
from noughts.games.variants import from_data, from_file

SLAB = Game("slab", (2, 2, 3), 2)  # no two of its sizes are alike, from the wrong end
EMPTY = game("tictactoe").start()
BORDER = "+---+---+---+"
ROW = "| _ | _ | _ |"


@pytest.mark.parametrize("form", [boxed.write, compact.write, nested.write_lists, nested.write_sexpr])
def test_every_form_has_layers_of_any_size(form: object) -> None:
    assert callable(form)
    now = SLAB.start().play("2 2 3").play("1 1 2")
    assert notation.read(form(now), SLAB) == now
    assert loose.read(str(now), SLAB) == now


def test_a_slab_is_drawn_layer_by_layer() -> None:
    lines = boxed.draw(SLAB.start().play("2 2 3")).split("\n")
    assert [len(line) for line in lines] == [13] * 5 + [0] + [13] * 5
    assert lines[-2] == "| _ | _ | X |"


def boxes(*lines: str) -> str:
    return "\n".join(["TURN X", *lines])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the text ends, expected TURN X or TURN O"),
        ("TURN X please", "line 1, column 6: found 'X please', expected the side to move: X or O"),
        ("TURN X", "the board ends too soon, expected +---+---+---+"),
        (boxes("+---+---+"), "line 2: found '+---+---+', expected +---+---+---+"),
        (boxes("x" + BORDER), "line 2: found 'x+---+---+---+', expected +---+---+---+"),
        (boxes(BORDER + "x"), "line 2: found '+---+---+---+x', expected +---+---+---+"),
        (boxes("+---++---+"), "line 2: found '+---++---+', expected +---+---+---+"),
        (boxes("+-x-+---+---+"), "line 2: found '+-x-+---+---+', expected +---+---+---+"),
        (boxes("+XXX+---+---+"), "line 2: found '+XXX+---+---+', expected +---+---+---+"),
        (boxes("+---+---+-x-+"), "line 2: found '+---+---+-x-+', expected +---+---+---+"),
        (boxes(BORDER, "_ | _ | _ |"), "line 3: found '_ | _ | _ |', expected a row such as | _ | _ | _ |"),
        (boxes(BORDER, "| _ | _ | _"), "line 3: found '| _ | _ | _', expected a row such as | _ | _ | _ |"),
        (boxes(BORDER, "|"), "line 3: found 0 cells, expected 3"),
        (boxes(BORDER, "_"), "line 3: found '_', expected a row such as | _ | _ | _ |"),
        (boxes(BORDER, "| _ |"), "line 3: found 1 cell, expected 3"),
        (boxes(*[BORDER, ROW] * 3, BORDER, "more"), "line 9: found 'more', expected nothing after the board"),
    ],
)
def test_a_box_that_is_wrong_is_shown_with_what_was_expected(text: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        boxed.read(text, EMPTY.game)
    assert str(error.value) == says


def test_boxes_without_a_turn_are_read_with_one() -> None:
    text = "\n".join([*[BORDER, ROW] * 3, BORDER])
    assert notation.read(text, EMPTY.game, "O") == EMPTY.game.start("O")
    with pytest.raises(NotationError, match=r"expected \+---\+---\+---\+"):
        notation.read(ROW, EMPTY.game, "O")
    with pytest.raises(NotationError, match="found 'more', expected nothing after the board"):
        notation.read(f"{text}\nmore", EMPTY.game, "O")


def test_what_nobody_could_reach_is_refused_unless_it_is_allowed() -> None:
    with pytest.raises(UnreachablePosition):
        notation.read("XXX/X__/___ O", EMPTY.game)
    assert notation.read("XX_/X__/___ O", EMPTY.game, lenient=True).board.count(1) == 3


@pytest.mark.parametrize(("text", "says"), [("x" * 20, "x" * 20), ("x" * 21, "x" * 19 + "…")])
def test_twenty_letters_are_quoted(text: str, says: str) -> None:
    assert symbols.shown(text) == repr(says)


def test_lists_have_many_names_for_nothing() -> None:
    rows = [["X", None, False], ["false", "", " "], ["None", "null", "#f"]]
    assert position("tictactoe", rows, "O").text == "X__/___/___ O"


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("tictactoe", '[["X"], ["_"], ["_"]] X', "line 1, column 2: found 1 column, expected 3"),
        ("tictactoe", '[["X", "_", "_"]] X', "line 1, column 1: found 1 row, expected 3"),
        ("cube:2", '[[["X", "_"], ["_", "_"]]] X', "line 1, column 1: found 1 layer, expected 2"),
        ("cube:2", "[[], [], []] X", "line 1, column 1: found 3 layers, expected 2"),
        ("tictactoe", "X", "the text ends before the board is closed by ']'"),
        ("tictactoe", "((", "the text ends before the board is closed by ')'"),
    ],
)
def test_a_list_that_is_wrong_is_shown_with_what_was_expected(name: str, text: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        nested.read(text, game(name))
    assert str(error.value) == says


def test_an_empty_pair_of_quotes_is_an_empty_cell() -> None:
    assert nested.read('[["X", " ", ""], ["", "", ""], ["", "", ""]] O', EMPTY.game).text == "X__/___/___ O"


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        ([0] * 41, "the board: expected a list of 6, found [0, 0, 0,"),
        ([0] * 41 + [[0]], "the board: expected a list of 6, found [0, 0, 0,"),
        ([[0] * 5] * 7, "the board: expected a list of 6, found [[0, 0, 0, 0, 0],"),
    ],
)
def test_lists_of_no_known_shape_are_refused(cells: list[object], says: str) -> None:
    with pytest.raises(NotationError) as error:
        position("connect4", cells, "X")
    assert str(error.value).startswith(says)


def test_lists_have_layers_where_marks_drop() -> None:
    layers = [[[0, 0], [0, 0]], [[1, 0], [0, 2]]]
    assert position("cube:2+drop", layers, "X").text == "__/__//X_/_O X"


def test_a_column_has_a_digit_up_to_nine() -> None:
    nine, ten = game("2,9,2+drop"), game("2,10,2+drop")
    assert sequence.write(sequence.read("19", nine.start()), nine) == "19"
    assert sequence.write(sequence.read("1,10", ten.start()), ten) == "1,10"
    assert sequence.write(sequence.read("10", ten.start()), ten) == "10"
    assert not any(map(sequence.has_sequences, map(game, ("tictactoe", "cube:2+drop", "wild+drop"))))


@pytest.mark.parametrize(
    ("name", "typed", "coordinates", "says"),
    [
        ("tictactoe", "3 0", moves.COLUMN_ROW_FROM_0, "3,0 is not on the board: column 0 to 2, row 0 to 2"),
        ("tictactoe", "0 -1", moves.COLUMN_ROW_FROM_0, "0,-1 is not on the board: column 0 to 2, row 0 to 2"),
        ("tictactoe", "x", moves.COLUMN_ROW_FROM_0, "found 'x', expected column row, such as 0 0"),
        ("tictactoe", "123456789 1", moves.ROW_COLUMN, "123456789,1 is not on the board: row 1 to 3, column 1 to 3"),
        ("tictactoe", "1234567890 1", moves.ROW_COLUMN, "found '1234567890', expected a number: row,column"),
        ("cube:2+drop", "3 1", moves.ROW_COLUMN, "3,1 is not on the board: row 1 to 2, column 1 to 2"),
        ("cube:2+drop", "1 3", moves.ROW_COLUMN, "1,3 is not on the board: row 1 to 2, column 1 to 2"),
    ],
)
def test_a_move_that_is_wrong_is_shown_with_what_was_expected(
    name: str, typed: str, coordinates: moves.Coordinates, says: str
) -> None:
    with pytest.raises((IllegalMove, NotationError)) as error:
        moves.read_move(typed, game(name).start(), coordinates)
    assert str(error.value) == says


def test_a_move_is_legal_before_it_is_played() -> None:
    now = position("tictactoe", "X__/___/___ O")
    for taken in (Move(0, 2), "1 1", (1, 1)):
        with pytest.raises(IllegalMove, match="row 1, column 1 is taken by X"):
            now.move(taken)
    for odd in ((1, "1"), ("1", 1), (Move(1, 2), 1), (True, 1)):
        with pytest.raises(MisuseError, match="is not a move"):
            now.move(odd)  # type: ignore[arg-type]
    assert str(moves.pattern(now)) == "row column"


def test_a_finished_game_still_shows_how_a_move_is_written() -> None:
    with pytest.raises(NotationError, match="found 'x', expected row,column, such as 1,1"):
        moves.read_move("x", position("tictactoe", "XXX/OO_/___ O"))


def test_moves_that_a_symmetry_makes_equal_are_together() -> None:
    groups = EMPTY.alike(EMPTY.legal_moves)
    assert [[move.cell for move in group] for group in groups] == [[0, 2, 6, 8], [1, 3, 5, 7], [4]]
    corner = position("tictactoe", "X__/___/___ O")
    assert [len(group) for group in corner.alike(corner.legal_moves)] == [2, 2, 1, 2, 1]
    assert position("tictactoe", "X__/___/___ O").canonical(EMPTY.game.symmetries) == bytes([0] * 8 + [1])


def test_a_position_draws_itself(tmp_path: Path) -> None:
    EMPTY.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")
    assert EMPTY._repr_svg_().startswith("<svg")


def test_a_mark_in_the_air_is_told_where_it_falls() -> None:
    air = Move(1, EMPTY.game.marks_of["X"][0])
    objection = game("cube:2+drop").start().objection(air)
    assert objection == "marks fall to the lowest empty cell of row 1, column 2; the move is 1,2"


def test_a_game_of_a_file_is_known_by_its_path_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "mine.toml"\nshape = [3, 4]\nlength = 3\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert position(str(path)).game == position("mine.toml").game == from_file(path)
    assert not from_file(path).has_name
    with pytest.raises(GameError, match=r"no\.toml: cannot be read: No such file"):
        from_file(tmp_path / "no.toml")


@pytest.mark.parametrize("board", ["+---+---+---+", "___/___/___ X"])
def test_a_board_in_place_of_the_game_is_told_where_it_belongs(board: str) -> None:
    with pytest.raises(MisuseError, match="the game comes first: Position"):
        position(board)


def test_every_number_of_a_variant_is_one() -> None:
    data = {"name": "mine", "shape": [3, 3], "length": 3, "goal": "sum", "target": 13, "marks": [[1, "3"], [2]]}
    with pytest.raises(GameError, match=r"mine\.toml: marks must be"):
        from_data(data, "mine.toml")
