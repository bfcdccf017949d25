"""What a game says of itself: its sides, marks, cells and lines; and which data are no game."""

from __future__ import annotations

import pytest

from noughts import games
from noughts.errors import GameError, IllegalMove
from noughts.games import Game, Move, MoveList, MoveTuple, Outcome, SameMark, SumTo, game

NUMBERS = SumTo(6)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"shape": [3, 3]}, "must be a tuple of sizes"),
        ({"shape": (3, "3")}, "must be a tuple of sizes"),
        ({"length": "3"}, "must be a tuple of sizes"),
        ({"goal": "sum"}, "the goal must be"),
        ({"marks": ((1,), [2])}, "the marks of each side must be a tuple"),
        ({"shape": (3,)}, "must be 2 or 3 sizes of at least 1"),
        ({"shape": (2, 2, 2, 2), "length": 2}, "must be 2 or 3 sizes of at least 1"),
        ({"shape": (0, 3)}, "must be 2 or 3 sizes of at least 1"),
        ({"shape": (5, 13)}, "has 65 cells; at most 64 are possible"),
        ({"length": 0}, "the length may be from 1 to 3"),
        ({"shape": (2, 4), "length": 5}, "no line of 5 fits on the board; the length may be from 1 to 4"),
        ({"once": True}, "must be X, O or both"),
        ({"marks": ((1,), ())}, "must be X, O or both"),
        ({"marks": ((1,), (3,))}, "must be X, O or both"),
        ({"marks": ((1, 1), (2,))}, "must be X, O or both"),
        ({"goal": NUMBERS, "marks": ((), (2,))}, "different numbers from 1 to 255"),
        ({"goal": NUMBERS, "marks": ((1,), (0, 2))}, "different numbers from 1 to 255"),
        ({"goal": NUMBERS, "marks": ((1,), (2, 256))}, "different numbers from 1 to 255"),
        ({"goal": NUMBERS, "marks": ((1, 1), (2,))}, "different numbers from 1 to 255"),
        ({"goal": NUMBERS, "marks": ((1, 2), (2, 3)), "once": True}, "all the same or all different"),
        ({"goal": SumTo(0)}, "the target must be at least 1, not 0"),
    ],
)
def test_data_that_are_no_game_are_refused(data: dict[str, object], words: str) -> None:
    whole: dict[str, object] = {"name": "new", "shape": (3, 3), "length": 3, **data}
    with pytest.raises(GameError, match=f"^new: .*{words}"):
        Game(**whole)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "data",
    [
        {"shape": (8, 8)},
        {"shape": (1, 1), "length": 1},
        {"shape": (2, 4), "length": 4},
        {"goal": NUMBERS, "marks": ((1,), (255,))},
        {"goal": NUMBERS, "marks": ((1, 2), (2, 3))},
        {"goal": NUMBERS, "marks": ((1, 2), (1, 2)), "once": True},
        {"goal": NUMBERS, "marks": ((1, 3), (2, 4)), "once": True},
        {"goal": SumTo(1)},
        {"marks": ((1, 2), (2,))},
    ],
)
def test_data_at_the_edge_are_a_game(data: dict[str, object]) -> None:
    whole: dict[str, object] = {"name": "new", "shape": (3, 3), "length": 3, **data}
    assert Game(**whole).name == "new"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("marks", "goal", "sides", "owner", "has_choice"),
    [
        (((1,), (2,)), SameMark(), ("X", "O"), {1: "X", 2: "O"}, False),
        (((2,), (1,)), SameMark(), ("O", "X"), {2: "O", 1: "X"}, False),
        (((1, 2), (1, 2)), SameMark(), ("first", "second"), {}, True),
        (((1,), (1,)), SameMark(), ("first", "second"), {}, False),
        (((1,), (1, 2)), SameMark(), ("first", "second"), {2: "second"}, True),
        (((1, 3), (2, 4)), NUMBERS, ("odd", "even"), {1: "odd", 3: "odd", 2: "even", 4: "even"}, True),
        (((2, 4), (1,)), NUMBERS, ("even", "odd"), {1: "odd", 2: "even", 4: "even"}, True),
        (((1, 2), (3,)), NUMBERS, ("first", "second"), {1: "first", 2: "first", 3: "second"}, True),
    ],
)
def test_sides_are_named_after_their_marks(
    marks: tuple[tuple[int, ...], tuple[int, ...]],
    goal: SameMark | SumTo,
    sides: tuple[str, str],
    owner: dict[int, str],
    has_choice: bool,
) -> None:
    rules = Game("new", (3, 3), 3, goal, marks)
    assert (rules.sides, rules.owner, rules.has_choice) == (sides, owner, has_choice)
    assert rules.opponent == {sides[0]: sides[1], sides[1]: sides[0]}
    assert rules.marks_of == dict(zip(sides, marks))
    assert rules.all_marks == tuple(sorted({*marks[0], *marks[1]}))
    assert rules.has_numbers == isinstance(goal, SumTo)


@pytest.mark.parametrize(
    ("name", "is_total", "is_positional"),
    [
        ("tictactoe", False, True),
        ("tictactoe+misere", False, False),
        ("wild", False, False),
        ("qubic", False, True),
        ("t3", True, False),
        ("numerical", False, False),
    ],
)
def test_kinds_of_games(name: str, is_total: bool, is_positional: bool) -> None:
    assert (game(name).is_total, game(name).is_positional) == (is_total, is_positional)


def test_a_sum_on_a_board_with_layers_is_not_tic_tac_total() -> None:
    assert not Game("new", (2, 2, 2), 2, NUMBERS, ((1,), (2,))).is_total


@pytest.mark.parametrize(
    ("name", "cells", "words"),
    [
        ("tictactoe", (3, 4, 5), "row 2"),
        ("tictactoe", (1, 4, 7), "column 2"),
        ("tictactoe", (2, 4, 6), "the diagonal 1,3–3,1"),
        ("4,4,3", (0, 1, 2), "1,1–1,3"),
        ("4,4,3", (1, 5, 9), "1,2–3,2"),
        ("3,4,3", (1, 5, 9), "column 2"),
        ("4,3,3", (3, 4, 5), "row 2"),
        ("cube:3", (0, 1, 2), "1,1,1–1,1,3"),
        ("3,3,1", (5,), "2,3"),
        ("connect4", (36, 37, 38, 39), "the row from column 2 to 5"),
        ("connect4", (9, 16, 23, 30), "column 3"),
        ("connect4", (7, 15, 23, 31), "the diagonal from column 1 to 4"),
        ("connect4", (13, 19, 25, 31), "the diagonal from column 4 to 7"),
        ("3,3,2+drop", (3, 4), "the row from column 1 to 2"),
        ("3,3,2+drop", (4, 8), "the diagonal from column 2 to 3"),
        ("3,3,2+drop", (4, 7), "column 2"),
    ],
)
def test_lines_are_named_as_people_see_them(name: str, cells: tuple[int, ...], words: str) -> None:
    assert game(name).line_name(cells) == words


def test_places_and_cells_are_two_names_of_the_same() -> None:
    for rules in (game("3,4,3"), game("cube:3")):
        assert [rules.cell_at(rules.place(cell)) for cell in range(rules.cells)] == [*range(rules.cells)]
    assert game("3,4,3").place(7) == (2, 4)
    assert game("3,4,3").place_name(7) == "row 2, column 4"
    for place in ((0, 1), (1, 0), (4, 1), (1, 5), (1,), (1, 1, 1)):
        with pytest.raises(IllegalMove, match="is not on the board: row 1 to 3, column 1 to 4"):
            game("3,4,3").cell_at(place)


def test_lists_of_moves_show_moves_as_people_write_them() -> None:
    rules = game("t3")
    moves = [Move(0, 1, rules), Move(5, 3, rules)]
    assert repr(MoveList(moves)) == "[1,1=1  2,3=3]"
    assert repr(MoveTuple(moves)) == "(1,1=1  2,3=3)"
    assert str(Move(5, 1, game("tictactoe"))) == "2,3"
    assert str(Move(5, 1)) == "Move(cell=5, mark=1)"


def test_misere_is_taken_back_by_misere() -> None:
    plain = game("tictactoe")
    assert (plain.as_misere().name, plain.as_misere().misere) == ("tictactoe+misere", True)
    assert plain.as_misere().as_misere() == plain


def test_a_game_from_elsewhere_shows_all_its_data() -> None:
    other = Game("tictactoe", (3, 3), 3, misere=True)
    assert not other.has_name and game("tictactoe").has_name
    assert eval(repr(other), {"Game": Game, "SameMark": SameMark}) == other
    assert not Game("no such game", (3, 3), 3).has_name
    assert not Game("file.toml", (3, 3), 3).has_name


def test_the_family_is_listed() -> None:
    shown = repr(games).splitlines()
    assert len(shown) == len(games.EXAMPLES) == len(games)
    starts = {line.index(about) for line, about in zip(shown, games.EXAMPLES.values())}
    assert starts == {max(map(len, games.EXAMPLES)) + 2}


def test_an_outcome_knows_its_game_and_is_equal_without_it() -> None:
    rules = game("tictactoe")
    known, bare = Outcome("X", (0, 1, 2), rules), Outcome("X", (0, 1, 2))
    assert known == bare and repr(known) == repr(bare) == "Outcome(winner='X', line=(0, 1, 2))"
    assert (str(known), str(bare), str(Outcome(None))) == ("X wins: row 1", "X wins", "draw")
    assert str(Outcome("X", None, rules)) == "X wins"
