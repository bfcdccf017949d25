"""A game by its name: every documented form, `+misere` after any of them, and clear errors for the rest."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from noughts.errors import GameError, MisuseError, NoughtsError
from noughts.games import EXAMPLES, Game, O, SameMark, SumTo, X, game, plain_game

NAMED = {
    "tictactoe": Game("tictactoe", (3, 3), 3),
    "3,3,3": Game("tictactoe", (3, 3), 3),
    "7,7,5": Game("7,7,5", (7, 7), 5),
    "3,7,4": Game("3,7,4", (3, 7), 4),
    "8,8,8": Game("8,8,8", (8, 8), 8),
    "1,64,5": Game("1,64,5", (1, 64), 5),
    "1,1,1": Game("1,1,1", (1, 1), 1),
    "wild": Game("wild", (3, 3), 3, SameMark(), ((X, O), (X, O))),
    "notakto": Game("notakto", (3, 3), 3, SameMark(), ((X,), (X,)), misere=True),
    "cube:2": Game("cube:2", (2, 2, 2), 2),
    "cube:3": Game("cube:3", (3, 3, 3), 3),
    "cube:4": Game("qubic", (4, 4, 4), 4),
    "qubic": Game("qubic", (4, 4, 4), 4),
    "t3": Game("t3", (3, 3), 3, SumTo(13), ((1, 3, 5), (2, 4, 6))),
    "t3:3": Game("t3", (3, 3), 3, SumTo(13), ((1, 3, 5), (2, 4, 6))),
    "t3:3,6,13": Game("t3", (3, 3), 3, SumTo(13), ((1, 3, 5), (2, 4, 6))),
    "t3:4": Game("t3:4", (4, 4), 4, SumTo(13), ((1, 3, 5), (2, 4, 6))),
    "t3:2,2,3": Game("t3:2,2,3", (2, 2), 2, SumTo(3), ((1,), (2,))),
    "t3:2,255,9": Game("t3:2,255,9", (2, 2), 2, SumTo(9), (tuple(range(1, 256, 2)), tuple(range(2, 256, 2)))),
    "t3:4,7,20": Game("t3:4,7,20", (4, 4), 4, SumTo(20), ((1, 3, 5, 7), (2, 4, 6))),
    "t3:2,12,13": Game("t3:2,12,13", (2, 2), 2, SumTo(13), ((1, 3, 5, 7, 9, 11), (2, 4, 6, 8, 10, 12))),
    "numerical": Game("numerical", (3, 3), 3, SumTo(15, full=True), ((1, 3, 5, 7, 9), (2, 4, 6, 8)), once=True),
}


@pytest.mark.parametrize("name", NAMED)
def test_a_name_gives_the_game(name: str) -> None:
    assert game(name) == NAMED[name]


@pytest.mark.parametrize("name", NAMED)
def test_blanks_and_capitals_do_not_matter(name: str) -> None:
    assert game(f"  {name.upper()} \n") == NAMED[name]
    assert game(name.replace(",", " , ")) == NAMED[name]


@pytest.mark.parametrize("name", NAMED)
def test_misere_goes_with_any_game_and_twice_is_as_good_as_not_at_all(name: str) -> None:
    plain, misere = game(name), game(f"{name}+misere")
    assert misere.misere is not plain.misere
    assert misere.name == f"{plain.name}+misere"
    assert (misere.shape, misere.length, misere.goal, misere.marks) == (
        plain.shape,
        plain.length,
        plain.goal,
        plain.marks,
    )
    assert misere.as_misere() == plain
    assert game(f"{name}+misere+misere") == plain
    assert game(f"{name}+misere+misere+misere") == misere


@pytest.mark.parametrize("name", NAMED)
def test_the_name_of_a_game_is_a_name_that_gives_it(name: str) -> None:
    for rules in (game(name), game(f"{name}+misere")):
        assert game(rules.name) == rules
        assert rules.has_name


def test_a_file_is_no_name() -> None:
    assert not Game("missing.toml", (3, 3), 3).has_name


def test_every_example_is_a_game_with_its_own_name() -> None:
    for name, about in EXAMPLES.items():
        assert game(name).name == name
        assert about


@pytest.mark.parametrize(
    ("name", "sides"),
    [
        ("tictactoe", ("X", "O")),
        ("tictactoe+misere", ("X", "O")),
        ("qubic", ("X", "O")),
        ("wild", ("first", "second")),
        ("notakto", ("first", "second")),
        ("t3", ("odd", "even")),
        ("numerical", ("odd", "even")),
    ],
)
def test_sides_are_named_after_what_they_place(name: str, sides: tuple[str, str]) -> None:
    rules = game(name)
    assert rules.sides == sides
    assert rules.opponent == {sides[0]: sides[1], sides[1]: sides[0]}
    assert rules.marks_of == dict(zip(sides, rules.marks))


def test_where_o_comes_first_it_is_still_called_o() -> None:
    rules = Game("the other way round", (3, 3), 3, marks=((O,), (X,)))
    assert rules.sides == ("O", "X")
    assert rules.start().text == "___/___/___ O"
    evens_first = Game("evens first", (3, 3), 3, SumTo(13), ((2, 4), (1, 3)))
    assert evens_first.sides == ("even", "odd")


def test_numbers_that_are_neither_odd_nor_even_on_one_side_have_no_name() -> None:
    assert Game("mixed", (3, 3), 3, SumTo(13), ((1, 2), (3, 4))).sides == ("first", "second")
    assert Game("same", (3, 3), 3, SumTo(13), ((1, 3), (5, 7))).sides == ("first", "second")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "no game is called ''; try 'tictactoe', '4,4,3', 'connect4', 'wild'"),
        ("chess", "no game is called 'chess'; try .*, or a path to a TOML file"),
        ("cube", "no game is called 'cube'"),
        ("+misere", "no game is called ''"),
        ("3,3", "3,3: give rows, columns and the length of a line, as in 7,7,5"),
        ("3,3,3,3", "3,3,3,3: give rows, columns and the length of a line, as in 7,7,5"),
        ("3,x,3", "3,x,3: expected whole numbers separated by commas, found 'x'"),
        ("3,,3", "3,,3: expected whole numbers separated by commas, found ''"),
        ("-3,3,3", "-3,3,3: expected whole numbers separated by commas, found '-3'"),
        ("3,3,2.5", "3,3,2.5: expected whole numbers separated by commas, found '2.5'"),
        ("³,3,3", "³,3,3: expected whole numbers separated by commas, found '³'"),
        ("0,3,3", r"0,3,3: the shape must be 2 or 3 sizes of at least 1, not \[0, 3\]"),
        ("3,3,0", "3,3,0: no line of 0 fits on the board; the length may be from 1 to 3"),
        ("3,3,4", "3,3,4: no line of 4 fits on the board; the length may be from 1 to 3"),
        ("9,9,5", r"9,9,5: the shape \[9, 9\] has 81 cells; at most 64 are possible"),
        ("999999999,999999999,5", "cells; at most 64 are possible"),
        ("9999999999,3,3", "expected whole numbers separated by commas, found '9999999999'"),
        ("cube:1", "cube:1: a cube has 2, 3 or 4 cells a side, as in cube:3"),
        ("cube:5", "cube:5: a cube has 2, 3 or 4 cells a side, as in cube:3"),
        ("cube:3,3", "cube:3,3: a cube has 2, 3 or 4 cells a side, as in cube:3"),
        ("cube:", "cube:: expected whole numbers separated by commas, found ''"),
        ("t3:3,6", "t3:3,6: give the size, or size, largest number and target, as in t3:4 or t3:3,6,13"),
        ("t3:0", r"t3:0: the shape must be 2 or 3 sizes of at least 1, not \[0, 0\]"),
        ("t3:9", r"t3:9: the shape \[9, 9\] has 81 cells; at most 64 are possible"),
        ("t3:3,1,13", "t3:3,1,13: the largest number must be from 2 to 255, not 1"),
        ("t3:3,256,13", "t3:3,256,13: the largest number must be from 2 to 255, not 256"),
        ("t3:3,999999999,13", "the largest number must be from 2 to 255, not 999999999"),
        ("t3:3,6,0", "t3:3,6,0: the target must be at least 1, not 0"),
        ("chess+misere", "no game is called 'chess'"),
        ("nowhere.toml", "nowhere.toml: cannot be read: No such file or directory"),
    ],
)
def test_a_name_of_no_game_is_explained(name: str, says: str) -> None:
    with pytest.raises(GameError, match=says):
        game(name)


@pytest.mark.parametrize("name", ["\0.toml", "\ud800.toml", "a" * 5000 + ".toml", "tictactoe" + "+misere" * 5000])
def test_a_name_that_is_hard_on_the_machine_is_no_reason_to_fall_over(name: str) -> None:
    try:
        assert game(name).cells == 9
    except GameError as error:
        assert str(error)


def test_a_directory_is_not_a_game(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(GameError, match=r"folder\.toml: cannot be read: Is a directory"):
        game(str(tmp_path / "folder.toml"))


@given(st.text(max_size=20) | st.text("0123456789,:+.-t3cubemisrwldaknoqx ", max_size=20))
def test_whatever_the_name_there_is_a_game_or_a_clear_error(name: str) -> None:
    try:
        rules = game(name)
    except GameError as error:
        assert str(error)
    else:
        assert game(rules.name) == rules
        assert 1 <= rules.cells <= 64


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"shape": (3,)}, r"the shape must be 2 or 3 sizes of at least 1, not \[3\]"),
        ({"shape": (1, 1, 1, 1)}, r"the shape must be 2 or 3 sizes of at least 1, not \[1, 1, 1, 1\]"),
        ({"shape": (3, -3)}, r"the shape must be 2 or 3 sizes of at least 1, not \[3, -3\]"),
        ({"shape": (5, 13)}, r"the shape \[5, 13\] has 65 cells; at most 64 are possible"),
        ({"length": 0}, "no line of 0 fits on the board; the length may be from 1 to 3"),
        ({"length": 4}, "no line of 4 fits on the board; the length may be from 1 to 3"),
        ({"marks": ((), (O,))}, "the marks of each side must be X, O or both"),
        ({"marks": ((X, X), (O,))}, "the marks of each side must be X, O or both"),
        ({"marks": ((3,), (O,))}, "the marks of each side must be X, O or both"),
        ({"once": True}, "the marks of each side must be X, O or both, placed any number of times"),
        ({"goal": SumTo(13), "marks": ((), (2,))}, "the marks must be different numbers from 1 to 255"),
        ({"goal": SumTo(13), "marks": ((0, 1), (2,))}, "the marks must be different numbers from 1 to 255"),
        ({"goal": SumTo(13), "marks": ((256,), (2,))}, "the marks must be different numbers from 1 to 255"),
        ({"goal": SumTo(13), "marks": ((1, 1), (2,))}, "the marks must be different numbers from 1 to 255"),
        ({"goal": SumTo(0), "marks": ((1,), (2,))}, "the target must be at least 1, not 0"),
        (
            {"goal": SumTo(9), "marks": ((1, 2), (2, 3)), "once": True},
            "with once, the marks of both sides must be all the same or all different",
        ),
    ],
)
def test_rules_that_make_no_sense_are_refused(fields: dict[str, object], says: str) -> None:
    sensible: dict[str, object] = {"name": "mine", "shape": (3, 3), "length": 3}
    with pytest.raises(GameError, match=f"^mine: .*{says}"):
        Game(**{**sensible, **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize("sign", ["x", "*", "-", "×", " x ", " "])
def test_other_signs_between_the_numbers_are_understood(sign: str) -> None:
    with pytest.raises(GameError, match="did you mean '7,6,5'"):
        game(sign.join("765"))


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("noughts and crosses", "tictactoe"),
        ("TTT", "tictactoe"),
        ("misere", r"tictactoe\+misere"),
        ("Tic-Tac-Total", "t3"),
        ("Connect Four", "connect4"),
        ("four in a row", "connect4"),
        ("ConnectX", "connect4"),
        ("Score Four", r"cube:4\+drop"),
        ("cubee:3", "cube:3"),
    ],
)
def test_other_names_of_a_game_are_understood(name: str, meant: str) -> None:
    with pytest.raises(GameError, match=f"did you mean '{meant}'"):
        game(name)


@pytest.mark.parametrize("name", ["7xaxb", "7x6", "7x6x5x4", "²x2x2"])
def test_what_is_no_board_is_not_suggested(name: str) -> None:
    with pytest.raises(GameError, match=f"no game is called '{name}'; try 'tictactoe'"):
        game(name)


@pytest.mark.parametrize(
    ("arguments", "call"),
    [
        ((7, 6, 5), "7,6,5"),
        (((7, 6, 5),), "7,6,5"),
        (([7, 6, 5],), "7,6,5"),
        ((765,), "7,6,5"),
        ((7, 6), "tictactoe"),
        ((7, 6, "five"), "tictactoe"),
        ((7, 6, "²"), "tictactoe"),
        (("a", "b", "c"), "tictactoe"),
        ((None,), "tictactoe"),
    ],
)
def test_a_game_that_is_not_named_by_a_text_is_answered_with_the_right_call(
    arguments: tuple[Any, ...], call: str
) -> None:
    with pytest.raises(MisuseError, match=f"write game\\('{call}'\\)$"):
        game(*arguments)


@pytest.mark.parametrize(
    ("shape", "length", "name"),
    [
        ((3, 3), 3, "tictactoe"),
        ((3, 4), 3, "3,4,3"),
        ((2, 2, 2), 2, "cube:2"),
        ((3, 3, 3), 3, "cube:3"),
        ((4, 4, 4), 4, "qubic"),
        ((1, 1, 1), 1, "1x1x1, 1 in a row"),
        ((3, 3, 3), 2, "3x3x3, 2 in a row"),
        ((2, 3, 3), 3, "2x3x3, 3 in a row"),
    ],
)
def test_a_plain_game_has_the_name_that_it_has_here_or_says_what_it_is(
    shape: tuple[int, ...], length: int, name: str
) -> None:
    rules = plain_game(shape, length)
    assert (rules.name, rules.shape, rules.length, rules.is_positional) == (name, shape, length, True)


def test_a_cube_that_is_too_large_is_refused_for_its_size() -> None:
    with pytest.raises(GameError, match="has 125 cells; at most 64 are possible"):
        plain_game((5, 5, 5), 5)


@pytest.mark.parametrize(
    ("elsewhere", "here"),
    [
        ("ttt", "tictactoe"),
        ("noughts and crosses", "tictactoe"),
        ("Tic-Tac-Total", "t3"),
        ("connect four", "connect4"),
        ("four in a row", "connect4"),
        ("ConnectX", "connect4"),
        ("Score Four", "cube:4+drop"),
    ],
)
def test_names_that_games_have_elsewhere_lead_here(elsewhere: str, here: str) -> None:
    with pytest.raises(NoughtsError, match=rf"{re.escape(repr(here))}\?"):
        game(elsewhere)


def test_the_largest_number_is_allowed_and_the_next_is_not() -> None:
    assert max(game("t3:3,255,300").marks[0]) == 255
    with pytest.raises(NoughtsError, match="255"):
        game("t3:3,256,300")


def test_the_same_reversal_twice_is_none() -> None:
    assert game("tictactoe+misere+misere") == game("tictactoe")
    assert game("tictactoe+misere+misere+misere") == game("tictactoe+misere")
