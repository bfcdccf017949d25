"""Boards as text: what is written can be read back, what cannot be read is explained with its place."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import example, given, settings, strategies as st
from sampling import BIG_NUMBERS, FAMILY, reachable_positions

from noughts.errors import IllegalMove, NotationError, NoughtsError
from noughts.games import Game, Move, O, Position, X, game, notation, position
from noughts.games.notation.moves import COLUMN_ROW_FROM_0, ROW_COLUMN, Coordinates, describe, read_move, write_move

FORMS = list(notation.WRITERS)
each_form = pytest.mark.parametrize("form", FORMS)


def test_there_are_four_forms() -> None:
    assert FORMS == ["compact", "boxed", "lists", "sexpr"]


@each_form
@given(found=reachable_positions())
def test_what_is_written_is_read_back_as_an_equal_position(form: str, found: Position) -> None:
    again = notation.read(notation.write(found, form), found.game)
    assert again == found
    assert again.outcome == found.outcome


@each_form
@given(found=reachable_positions(), data=st.data())
def test_blanks_ends_of_line_and_a_byte_order_mark_do_not_matter(
    form: str, found: Position, data: st.DataObject
) -> None:
    text = notation.write(found, form)
    if data.draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    blanks = st.text(" \t\n", max_size=4)
    text = data.draw(st.sampled_from(["", "\ufeff"])) + data.draw(blanks) + text + data.draw(blanks)
    assert notation.read(text, found.game) == found


@each_form
@given(found=reachable_positions())
def test_capitals_do_not_matter(form: str, found: Position) -> None:
    text = notation.write(found, form)
    assert notation.read(text.lower(), found.game) == found
    assert notation.read(text.upper(), found.game) == found


@given(found=reachable_positions())
def test_a_board_alone_can_be_read_where_the_side_to_move_is_given_apart(found: Position) -> None:
    side = found.to_move
    for form in ("compact", "lists", "sexpr"):
        board = notation.write(found, form).removesuffix(f" {side}")
        assert position(found.game, board, side) == found
    assert position(found.game, notation.boxed.draw(found), side) == found


@given(found=reachable_positions())
def test_lists_of_a_program_are_read_as_well(found: Position) -> None:
    """Lists are written as JSON, so a program can read them too, and tuples are as good as lists."""
    lists = json.loads(notation.write(found, "lists").removesuffix(found.to_move))
    assert position(found.game, lists, found.to_move) == found
    assert position(found.game, tuple(lists), found.to_move) == found


def test_each_form_looks_as_its_users_expect() -> None:
    asked = position("tictactoe", "XX_/OO_/___ X")
    assert notation.write(asked) == asked.text == "XX_/OO_/___ X"
    assert notation.write(asked, "lists") == '[["X", "X", "_"], ["O", "O", "_"], ["_", "_", "_"]] X'
    assert notation.write(asked, "sexpr") == '(("X" "X" #f) ("O" "O" #f) (#f #f #f)) X'
    assert notation.write(asked, "boxed").splitlines() == [
        "TURN X",
        "+---+---+---+",
        "| X | X | _ |",
        "+---+---+---+",
        "| O | O | _ |",
        "+---+---+---+",
        "| _ | _ | _ |",
        "+---+---+---+",
    ]


def test_numbers_above_nine_are_written_so_that_they_can_be_told_apart() -> None:
    asked = BIG_NUMBERS.start().play(Move(0, 113)).play(Move(5, 20)).play(Move(6, 1))
    assert notation.write(asked) == "[113]000/0[20]10 second"
    assert notation.write(asked, "lists") == "[[113, 0, 0, 0], [0, 20, 1, 0]] second"
    assert notation.write(asked, "sexpr") == "((113 #f #f #f) (#f 20 1 #f)) second"
    assert notation.write(asked, "boxed").splitlines() == [
        "TURN second",
        "+-----+-----+-----+-----+",
        "| 113 |   0 |   0 |   0 |",
        "+-----+-----+-----+-----+",
        "|   0 |  20 |   1 |   0 |",
        "+-----+-----+-----+-----+",
    ]


def test_layers_are_told_apart() -> None:
    asked = position("cube:2", "X_/_O//__/_X O")
    assert notation.write(asked, "lists") == '[[["X", "_"], ["_", "O"]], [["_", "_"], ["_", "X"]]] O'
    assert notation.write(asked, "boxed").split("\n\n")[1].splitlines() == [
        "+---+---+",
        "| _ | _ |",
        "+---+---+",
        "| _ | X |",
        "+---+---+",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "X__/_O_/___ X",
        "x../.o./... x",
        "  X__/_O_/___   X  ",
        "X__/_O_/___\nX",
        "X__/_O_/___\tX",
        "[['X', '_', '_'], ['_', 'O', '_'], ['_', '_', '_']] X",
        '[["X", null, null],\n [null, "O", null],\n [null, null, null]]\nX',
        "[[X, None, None], [None, O, None], [None, None, None]] X",
        "[\n  [\n    \"X\",\n    \"_\", \"_\"], ['_', 'O', '_'], ['_', '_', '_']] X",
        '\'(("X" #f #f) (#f "O" #f) (#f #f #f)) X',
        "((X #f #f) (#f O #f) (#f #f #f)) X",
        "[('X', '_', '_'), ('_', 'O', '_'), ('_', '_', '_')] X",
        "turn x\n+-+-+-+\n|X|_|_|\n+-+-+-+\n|_|O|_|\n+-+-+-+\n|_|_|_|\n+-+-+-+",
        "TURN\tX\n\n  +---+---+---+\n  | X | . | . |\n  +---+---+---+\n  | _ | O | _ |\n  +---+---+---+\n"
        "  | _ | _ | _ |\n  +---+---+---+\n\n",
    ],
)
def test_one_position_can_be_written_in_many_ways(text: str) -> None:
    """What people paste: JSON on one line or many, Python, Scheme, boxes of any width."""
    assert notation.read(text, game("tictactoe")) == position("tictactoe", "X__/_O_/___ X")


@pytest.mark.parametrize("side", ["odd", "ODD", "odds", "Odds"])
def test_the_side_may_be_named_in_the_plural(side: str) -> None:
    assert position("t3", f"210/050/006 {side}").to_move == "odd"


BOXED = (
    "TURN X\n+---+---+---+\n| X | _ | _ |\n+---+---+---+\n| _ | O | _ |\n+---+---+---+\n| _ | _ | _ |\n+---+---+---+"
)

ERRORS = [
    ("tictactoe", "", None, None, "there is no board; expected one such as '___/___/___ X'"),
    ("tictactoe", " \n ", None, None, "there is no board; expected one such as '___/___/___ X'"),
    ("tictactoe", "XZ_/OO_/___ X", 1, 2, "found 'Z', expected X, O or _"),
    ("tictactoe", "   XZ_/OO_/___ X", 1, 5, "found 'Z', expected X, O or _"),
    ("tictactoe", "\n\n XX_/OO_/__8 X", 3, 12, "found '8', expected X, O or _"),
    ("tictactoe", "XX0/OO_/___ X", 1, 3, "found '0', expected X, O or _"),
    ("tictactoe", "XX_/OO_ X", 1, 1, "found 2 rows, expected 3"),
    ("tictactoe", "XX_/OO_/___/___ X", 1, 1, "found 4 rows, expected 3"),
    ("tictactoe", "XX_/O_/___ X", 1, 5, "found 2 cells, expected 3"),
    ("tictactoe", "XX_/OO_/_ X", 1, 9, "found 1 cell, expected 3"),
    ("tictactoe", "XX_/OO_/____ X", 1, 9, "found 4 cells, expected 3"),
    ("tictactoe", "XX_//OO_/___ X", 1, 1, "found 2 layers, expected 1"),
    ("tictactoe", "XX_/OO_/___", 1, 12, "the side to move is missing; expected ' X' or ' O' after the board"),
    ("tictactoe", "XX_/OO_/___ Y", 1, 13, "found 'Y', expected the side to move: X or O"),
    ("tictactoe", "XX_/OO_/___   X O", 1, 15, "found 'X O', expected the side to move: X or O"),
    ("tictactoe", "XX_/OO_/___\n\n first", 3, 2, "found 'first', expected the side to move: X or O"),
    ("cube:2", "X_/_O X", 1, 1, "found 1 layer, expected 2; layers are joined by //"),
    ("cube:2", "X_/_O//__ X", 1, 8, "found 1 row, expected 2; rows are joined by /"),
    ("cube:2", "X_/_O//__/_Z X", 1, 12, "found 'Z', expected X, O or _"),
    ("t3", "210/070/000 odd", 1, 6, "found '7', expected 1, 2, 3, 4, 5, 6 or 0"),
    ("t3", "210/0X0/000 odd", 1, 6, "found 'X', expected 1, 2, 3, 4, 5, 6 or 0"),
    ("t3", "210/050/006 X", 1, 13, "found 'X', expected the side to move: odd or even"),
    ("t3:2,12,13", "[12]0/0[13 even", 1, 8, "found '[' without ']', expected a number in brackets"),
    ("t3:2,4,5", "[]0/00 even", 1, 1, "found an empty pair of brackets, expected 1, 2, 3, 4 or 0"),
    ("t3:2,4,5", "0[12]/00 even", 1, 2, "found '12', expected 1, 2, 3, 4 or 0"),
    ("t3:2,4,5", "0[[1]/00 even", 1, 2, "found '[1', expected 1, 2, 3, 4 or 0"),
    ("tictactoe", "TURN X", None, None, "the board ends too soon, expected +---+---+---+"),
    ("tictactoe", "TURN Y\n", 1, 6, "found 'Y', expected the side to move: X or O"),
    ("tictactoe", "  TURN  N\n", 1, 9, "found 'N', expected the side to move: X or O"),
    ("tictactoe", "TURN", 1, 6, "found '', expected the side to move: X or O"),
    ("tictactoe", "TURNS X", 1, None, "found 'TURNS X', expected TURN X or TURN O"),
    ("tictactoe", "+---+---+---+", 1, None, "found '+---+---+---+', expected TURN X or TURN O"),
    ("tictactoe", BOXED.replace("| _ | O", "| _ | Q"), 5, 7, "found 'Q', expected X, O or _"),
    ("tictactoe", BOXED.replace("| _ | O", "  | _ | Q"), 5, 9, "found 'Q', expected X, O or _"),
    ("tictactoe", BOXED.replace("| _ | O", "| _ |  "), 5, 6, "found an empty box, expected _ for an empty cell"),
    ("tictactoe", BOXED.replace("| _ | O | _ |", "| _ | O |"), 5, None, "found 2 cells, expected 3"),
    (
        "tictactoe",
        BOXED.replace("| _ | O | _ |", "_ O _"),
        5,
        None,
        "found '_ O _', expected a row such as | _ | _ | _ |",
    ),
    ("tictactoe", BOXED.replace("+---+---+---+", "+---+---+", 1), 2, None, "found '+---+---+', expected +---+---+---+"),
    ("tictactoe", BOXED[:-14], None, None, "the board ends too soon, expected +---+---+---+"),
    ("tictactoe", BOXED + "\n\nX", 10, None, "found 'X', expected nothing after the board"),
    ("tictactoe", '[["X", "_", "_"], ["_", "O", "_"]] X', 1, 1, "found 2 rows, expected 3"),
    ("tictactoe", '[["X", "_"], ["_"], ["_"]] X', 1, 2, "found 2 columns, expected 3"),
    ("tictactoe", '[["X", "_", "_"],\n ["_", "Q", "_"],\n ["_", "_", "_"]] X', 2, 8, "found 'Q', expected X, O or _"),
    ("tictactoe", "((X _ _) (_ O _) (_ _ _)", None, None, "the text ends before the board is closed by ')'"),
    ("tictactoe", "((X _ _] (_ O _) (_ _ _)) X", 1, 8, "found ']' without its opening bracket"),
    ("tictactoe", "((X _ _) (_ O _) (_ _ _))) X", 1, 26, "found ')' without its opening bracket"),
    ("tictactoe", "((X _ _) (_ O _) (_ _ _)) X (", 1, 29, "found a second board, expected the side to move"),
    ("tictactoe", "((X _ _) (_ O _) (_ _ _)) X O", 1, 29, "found 'O', expected nothing after the side"),
    ("tictactoe", "((X _ _) (_ O _) (_ _ _)) Z", 1, 27, "found 'Z', expected the side to move: X or O"),
    ("tictactoe", "((X _ _) (_ O _) (_ _ _))", 1, None, "the side to move is missing; expected X or O after the board"),
    ("tictactoe", "((X _ _) (_ O (_)) (_ _ _)) X", 1, 15, "found a list, expected a mark"),
    ("tictactoe", "(X _ _) X", 1, 2, "found 'X', expected a list of 3"),
    ("tictactoe", "(('X _ _) (_ O _) (_ _ _)) X", 1, 3, """found "'", expected a mark in quotes or a bracket"""),
]


@pytest.mark.parametrize(("name", "text", "line", "column", "problem"), ERRORS)
def test_what_cannot_be_read_is_explained_with_its_place(
    name: str, text: str, line: int | None, column: int | None, problem: str
) -> None:
    with pytest.raises(NotationError) as error:
        notation.read(text, game(name))
    assert (error.value.problem, error.value.line, error.value.column) == (problem, line, column)
    places = [f"{what} {at}" for what, at in (("line", line), ("column", column)) if at is not None]
    assert str(error.value) == ": ".join([*filter(None, [", ".join(places)]), problem])


def test_the_lines_of_a_boxed_board_are_counted_in_the_text_that_was_given() -> None:
    boxes = BOXED.removeprefix("TURN X\n").replace("| _ | O", "| _ | Q")
    with pytest.raises(NotationError, match="line 4, column 7: found 'Q'"):
        position("tictactoe", boxes, "X")


@pytest.mark.parametrize(
    ("board", "problem"),
    [
        ([], "the board: expected a list of 3, found []"),
        ([["X"] * 3] * 2, "the board: expected a list of 3, found [['X', 'X', 'X'], ['X', 'X', 'X']]"),
        (["XX_", "OO_", "___"], "row 1: expected a list of 3, found 'XX_'"),
        ([[None] * 3, [None] * 2, [None] * 3], "row 2: expected a list of 3, found [None, None]"),
        ([[None] * 3, [None, "Q", None], [None] * 3], "row 2 column 2: found 'Q', expected X, O or _"),
        ([[None] * 3, [None, 7, None], [None] * 3], "row 2 column 2: found '7', expected X, O or _"),
        ([[None] * 3, [None, True, None], [None] * 3], "row 2 column 2: found 'True', expected X, O or _"),
    ],
)
def test_lists_that_are_no_board_are_explained(board: list[object], problem: str) -> None:
    with pytest.raises(NotationError) as error:
        position("tictactoe", board, "X")
    assert str(error.value) == problem


def test_a_form_nobody_writes_is_named() -> None:
    with pytest.raises(NotationError, match="no notation is called 'braille'; expected compact, boxed, lists, sexpr"):
        notation.write(game("tictactoe").start(), "braille")


PIECES = st.sampled_from(
    [
        *"XOxo_.01359[]()/|+-'\", \n\t#",
        *("//", "TURN ", "TURN X\n", " X", " O", " odd", " even", " first", "+---+---+---+", "| X | _ | O |\n"),
        *("[12]", "#f", "[[", "((", "'(", "None", "null", "\ufeff", "\x00", "²", "٣", "é", "🙂", "\u2028", "\x85"),
    ]
)
GARBAGE = st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=60)
rules_of_any_game = st.sampled_from(list(FAMILY.values()))


def assert_a_position_or_a_clear_error(text: str, rules: Game, to_move: str | None = None) -> None:
    for lenient in (False, True):
        try:
            found = notation.read(text, rules, to_move, lenient=lenient)
        except NoughtsError as error:
            assert str(error)
            assert "\n" not in str(error)
            if isinstance(error, NotationError) and error.line is not None:
                assert 1 <= error.line <= len(text.splitlines()) + 1
        else:
            assert isinstance(found, Position)
            assert notation.read(found.text, rules, lenient=True) == found


@settings(max_examples=500)
@given(text=GARBAGE, rules=rules_of_any_game)
@example(text="'", rules=game("tictactoe"))
@example(text="[", rules=game("t3"))
@example(text="[" * 5000, rules=game("t3"))
@example(text="(" * 5000, rules=game("t3"))
@example(text="\x1c", rules=game("tictactoe"))
@example(text="\ufeff\ufeff", rules=game("tictactoe"))
@example(text="TURN", rules=game("tictactoe"))
@example(text="|", rules=game("tictactoe"))
def test_any_text_at_all_is_a_position_or_a_clear_error(text: str, rules: Game) -> None:
    assert_a_position_or_a_clear_error(text, rules)
    assert_a_position_or_a_clear_error(text, rules, rules.sides[0])


@pytest.mark.nightly
@settings(max_examples=50_000)
@given(text=GARBAGE, rules=rules_of_any_game)
def test_any_of_many_texts_is_a_position_or_a_clear_error(text: str, rules: Game) -> None:
    assert_a_position_or_a_clear_error(text, rules)


@pytest.mark.slow
@settings(max_examples=400)
@each_form
@given(found=reachable_positions(), data=st.data())
def test_a_damaged_text_is_a_position_or_a_clear_error(form: str, found: Position, data: st.DataObject) -> None:
    """A few characters deleted, doubled, changed or put in, and the text of one game read as another."""
    text = notation.write(found, form)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, max(0, len(text) - 1)))
        end = at + data.draw(st.integers(0, 3))
        text = text[:at] + data.draw(PIECES | st.just("") | st.just(text[at:end] * 2)) + text[end:]
    assert_a_position_or_a_clear_error(text, found.game)
    assert_a_position_or_a_clear_error(text, data.draw(rules_of_any_game))


CELLS = {
    "compact": re.compile(r"\[\d+\]|[_XO\d](?=\S* \w+$)"),
    "boxed": re.compile(r"(?<=[| ])\w+(?= \|)"),
    "lists": re.compile(r'"\w"|\d+'),
    "sexpr": re.compile(r'"\w"|#f|\d+'),
}


@each_form
@given(found=reachable_positions(), data=st.data())
def test_the_place_of_a_wrong_mark_is_where_it_stands(form: str, found: Position, data: st.DataObject) -> None:
    """Whichever cell is damaged, in whatever game, after however many blanks and lines."""
    text = data.draw(st.text(" \n", max_size=3)) + notation.write(found, form)
    cells = list(CELLS[form].finditer(text))
    assert len(cells) == found.game.cells
    cell = data.draw(st.sampled_from(cells))
    damaged = text[: cell.start()] + "§" + text[cell.end() :]
    with pytest.raises(NotationError, match="found '§', expected ") as error:
        notation.read(damaged, found.game)
    before = damaged[: damaged.index("§")]
    assert error.value.line == before.count("\n") + 1
    assert error.value.column == len(before) - (before.rfind("\n") + 1) + 1


def unfinished(found: Position) -> bool:
    return found.outcome is None


each_way_of_counting = pytest.mark.parametrize("coordinates", [ROW_COLUMN, COLUMN_ROW_FROM_0, Coordinates(0)])


@each_way_of_counting
@given(found=reachable_positions().filter(unfinished), data=st.data())
def test_a_move_that_is_written_is_read_back(found: Position, coordinates: Coordinates, data: st.DataObject) -> None:
    move = data.draw(st.sampled_from(found.legal_moves))
    text = write_move(move, found, coordinates)
    assert read_move(text, found, coordinates) == move
    assert read_move(f"  {text.replace(' ', ',  ')}\n", found, coordinates) == move
    if coordinates == ROW_COLUMN:
        assert found.move(text) == move


@pytest.mark.parametrize(
    ("name", "board", "text", "move"),
    [
        ("tictactoe", "___/___/___ X", "2 3", Move(5, X)),
        ("tictactoe", "___/___/___ O", "2,3", Move(5, O)),
        ("wild", "___/___/___ first", "1 1 O", Move(0, O)),
        ("wild", "___/___/___ second", "3 1 x", Move(6, X)),
        ("notakto", "___/___/___ second", "3 1", Move(6, X)),
        ("t3", "000/000/000 even", "1 2 6", Move(1, 6)),
        ("t3:2,12,13", "00/00 even", "2 2 12", Move(3, 12)),
        ("cube:3", "___/___/___//___/___/___//___/___/___ X", "3 1 2", Move(19, X)),
    ],
)
def test_a_move_is_written_as_people_count(name: str, board: str, text: str, move: Move) -> None:
    assert position(name, board).move(text) == move
    assert write_move(move, position(name, board)) == " ".join(text.replace(",", " ").upper().split())


@pytest.mark.parametrize("found", [game(name).start() for name in ("tictactoe", "wild", "t3", "notakto", "cube:3")])
def test_whatever_is_shown_can_be_typed(found: Position) -> None:
    for move in found.legal_moves:
        listed = [describe(move, found.game), str(move), f"{move.cell + 1}. {describe(move, found.game)}"]
        if found.game.has_numbers:
            listed += [f"{found.to_move} {describe(move, found.game)}", f"{move.mark} на {str(move).partition('=')[0]}"]
        else:
            listed.append(describe(move, found.game).replace("X", "Х").replace("O", "О").lower())
        for text in listed:
            assert found.move(text) == move, text


def test_a_mark_of_the_other_side_is_an_error() -> None:
    for text in ("O 1,1", "1,1=O", "1,1=Z"):
        with pytest.raises(IllegalMove, match=r"X may not place '[OZ]'; it may place X"):
            position("tictactoe").move(text)


def test_with_other_coordinates_the_same_move_is_written_otherwise() -> None:
    asked = position("tictactoe", "___/___/___ X")
    assert write_move(Move(5, X), asked, COLUMN_ROW_FROM_0) == "2 1"
    assert read_move("2 1", asked, COLUMN_ROW_FROM_0) == Move(5, X)
    assert describe(Move(5, X), asked.game) == "X 2,3"
    assert describe(Move(5, 3), game("t3")) == "3 at 2,3"


@pytest.mark.parametrize(
    ("name", "board", "text", "kind", "says"),
    [
        ("tictactoe", "___/___/___ X", "", NotationError, "found '', expected row,column, such as 1,1"),
        ("tictactoe", "___/___/___ X", "5", NotationError, "found '5', expected row,column, such as 1,1"),
        ("tictactoe", "___/___/___ X", "1 2 3", NotationError, "found '1 2 3', expected row,column, such as 1,1"),
        ("tictactoe", "___/___/___ X", "a b", NotationError, "found 'a', expected a number: row,column"),
        ("tictactoe", "___/___/___ X", "--1 1", NotationError, "found '--1', expected a number: row,column"),
        ("tictactoe", "___/___/___ X", "² 1", NotationError, "found '²', expected a number: row,column"),
        ("tictactoe", "___/___/___ X", f"{'9' * 5000} 1", NotationError, "expected a number: row,column"),
        ("tictactoe", "___/___/___ X", "0 1", IllegalMove, "0,1 is not on the board: row 1 to 3, column 1 to 3"),
        ("tictactoe", "___/___/___ X", "-1 1", IllegalMove, "-1,1 is not on the board: row 1 to 3, column 1 to 3"),
        ("4,3,3", "___/___/___/___ X", "5 1", IllegalMove, "5,1 is not on the board: row 1 to 4, column 1 to 3"),
        ("cube:2", "__/__//__/__ X", "3 1 1", IllegalMove, "not on the board: layer 1 to 2, row 1 to 2, column 1 to 2"),
        ("tictactoe", "X__/___/___ O", "1 1", IllegalMove, "row 1, column 1 is taken by X"),
        ("tictactoe", "XXX/OO_/___ O", "3 3", IllegalMove, "the game is over: X wins"),
        ("wild", "___/___/___ first", "1 1", NotationError, "found '1 1', expected row,column=mark, such as 1,1=X"),
        ("wild", "___/___/___ first", "1 1 Z", IllegalMove, "first may not place 'Z'; it may place X, O"),
        ("t3", "000/000/000 odd", "1 1 2", IllegalMove, "odd may not place '2'; it may place 1, 3, 5"),
        ("t3", "000/000/000 odd", "1 1", NotationError, "found '1 1', expected row,column=number, such as 1,1=1"),
        ("numerical", "100/020/000 odd", "3 3 1", IllegalMove, "1 has been placed already; each number is used once"),
        ("cube:2", "__/__//__/__ X", "1 1", NotationError, "found '1 1', expected layer,row,column, such as 1,1,1"),
    ],
)
def test_a_move_that_cannot_be_played_is_explained(
    name: str, board: str, text: str, kind: type[NoughtsError], says: str
) -> None:
    with pytest.raises(kind) as error:
        position(name, board).move(text)
    assert says in str(error.value)


@settings(max_examples=300)
@given(
    found=reachable_positions(),
    text=GARBAGE | st.lists(PIECES | st.integers(-9, 70).map(str), max_size=4).map(" ".join),
)
def test_any_text_at_all_is_a_legal_move_or_a_clear_error(found: Position, text: str) -> None:
    try:
        move = found.move(text)
    except (IllegalMove, NotationError) as error:
        assert str(error)
    else:
        assert move in found.legal_moves
