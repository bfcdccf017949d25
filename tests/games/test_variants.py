"""A variant from a TOML file: good ones are played like any other game, and what is wrong is said with file and key."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from oracle import Oracle, Rules, lines_between_ends
from sampling import as_node, as_oracle_value

from noughts.errors import GameError
from noughts.games import Game, O, SameMark, SumTo, X, game, position
from noughts.games.variants import as_data, from_data
from noughts.solver import solve

KEYS = "name, shape, length, marks, goal, target, full, once, misere"


def written(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_shape_is_enough(tmp_path: Path) -> None:
    """The name is the file's, the line spans the longest side, X plays O, completing a line wins."""
    assert game(written(tmp_path, "shape = [3, 5]")) == Game("mine", (3, 5), 5)


@pytest.mark.parametrize("name", ["7,7,5", "wild", "notakto", "qubic", "t3", "t3:3,6,13", "numerical+misere"])
def test_every_game_can_be_written_as_data(name: str) -> None:
    assert from_data(json.loads(json.dumps(as_data(game(name))))) == game(name)


def test_everything_can_be_said(tmp_path: Path) -> None:
    text = """
        name = "corridor"
        shape = [2, 3, 4]
        length = 3
        marks = [["O", "X"], ["O"]]
        goal = "same mark"
        misere = true
    """
    assert game(written(tmp_path, text)) == Game(
        "corridor", (2, 3, 4), 3, SameMark(), ((X, O), (O,)), once=False, misere=True
    )


def test_numbers_can_be_played_with(tmp_path: Path) -> None:
    text = """
        shape = [3, 3]
        goal = "sum"
        target = 15
        full = true
        once = true
        marks = [[9, 7, 5, 3, 1], [2, 4, 6, 8]]
    """
    rules = game(written(tmp_path, text))
    assert (rules.goal, rules.once, rules.sides) == (SumTo(15, full=True), True, ("odd", "even"))
    assert [move.mark for move in rules.start().legal_moves[:5]] == [1, 3, 5, 7, 9]
    graham = position("numerical", "105/020/000 even")
    mine = position(rules, "105/020/000 even")
    assert solve(mine).moves == solve(graham).moves


def test_misere_can_be_added_to_a_file_too(tmp_path: Path) -> None:
    path = written(tmp_path, "shape = [3, 3]")
    assert game(f"{path}+misere") == game(path).as_misere()
    assert game(f"{path}+misere").misere


def test_a_variant_nobody_has_seen_before_is_solved_like_any_other(tmp_path: Path) -> None:
    """Two in a row on a corridor of two by four, one side with a choice of marks, completing a line loses."""
    text = """
        shape = [2, 4]
        length = 2
        marks = [["X", "O"], ["O"]]
        misere = true
    """
    rules = game(written(tmp_path, text))
    judge = Oracle(
        Rules(
            (2, 4),
            lines_between_ends((2, 4), 2),
            ((1, 2), (2,)),
            lambda contents: contents[0] == contents[1] != 0,
            completing_wins=False,
        )
    )
    for side in rules.sides:
        start = rules.start(side)
        value = solve(start).value
        assert value is not None
        assert as_oracle_value(value) == judge.value(*as_node(start), "quickest")


def test_the_example_in_the_repository_is_a_game() -> None:
    path = Path(__file__).parents[2] / "examples" / "corridor.toml"
    assert game(str(path)).start().legal_moves


WRONG = [
    ("shape = [3, 3", "not a TOML file"),
    ("shape = [3, 3]\nshape = [4, 4]", "not a TOML file"),
    ("size = 3\nshape = [3, 3]", f"no setting is called 'size'; there are {KEYS}"),
    ("", "shape is missing; it must be a list of two or three whole numbers, as in [3, 3]"),
    ("shape = 3", "shape must be a list of two or three whole numbers, as in [3, 3], not 3"),
    ("shape = [3]", "shape must be a list of two or three whole numbers, as in [3, 3], not [3]"),
    ("shape = [1, 1, 1, 1]", "shape must be a list of two or three whole numbers, as in [3, 3], not [1, 1, 1, 1]"),
    ("shape = [3, 3.0]", "shape must be a list of two or three whole numbers, as in [3, 3], not [3, 3.0]"),
    ("shape = [true, 3]", "shape must be a list of two or three whole numbers, as in [3, 3], not [True, 3]"),
    ('shape = ["3", 3]', "shape must be a list of two or three whole numbers, as in [3, 3], not ['3', 3]"),
    ("shape = [3, 0]", "the shape must be 2 or 3 sizes of at least 1, not [3, 0]"),
    ("shape = [9, 9]", "the shape [9, 9] has 81 cells; at most 64 are possible"),
    ("shape = [3, 3]\nname = 3", "name must be a text, not 3"),
    ('shape = [3, 3]\nname = " "', "name must be a text, not ' '"),
    ('shape = [3, 3]\nlength = "3"', "length must be a whole number, not '3'"),
    ("shape = [3, 3]\nlength = 3.5", "length must be a whole number, not 3.5"),
    ("shape = [3, 3]\nlength = 0", "no line of 0 fits on the board; the length may be from 1 to 3"),
    ("shape = [3, 3]\nlength = 4", "no line of 4 fits on the board; the length may be from 1 to 3"),
    ('shape = [3, 3]\nmarks = "XO"', """marks must be two lists of marks, as in [["X"], ["O"]], not 'XO'"""),
    ('shape = [3, 3]\nmarks = [["X"]]', """marks must be two lists of marks, as in [["X"], ["O"]], not [['X']]"""),
    ('shape = [3, 3]\nmarks = ["X", "O"]', 'marks must be two lists of marks, as in [["X"], ["O"]]'),
    ('shape = [3, 3]\nmarks = [["X"], []]', 'marks must be two lists of marks, as in [["X"], ["O"]]'),
    ('shape = [3, 3]\nmarks = [["X"], ["Y"]]', 'marks must be two lists of marks, as in [["X"], ["O"]]'),
    ("shape = [3, 3]\nmarks = [[1], [2]]", 'marks must be two lists of marks, as in [["X"], ["O"]]'),
    ('shape = [3, 3]\nmarks = [["X", "X"], ["O"]]', "the marks of each side must be X, O or both"),
    ('shape = [3, 3]\ngoal = "most"', """goal must be "same mark" or "sum", not 'most'"""),
    ("shape = [3, 3]\ngoal = 13", 'goal must be "same mark" or "sum", not 13'),
    ('shape = [3, 3]\ngoal = "sum"\nmarks = [[1], [2]]', "target is missing; it must be a whole number"),
    ('shape = [3, 3]\ngoal = "sum"\ntarget = "13"\nmarks = [[1], [2]]', "target must be a whole number, not '13'"),
    ('shape = [3, 3]\ngoal = "sum"\ntarget = 0\nmarks = [[1], [2]]', "the target must be at least 1, not 0"),
    (
        'shape = [3, 3]\ngoal = "sum"\ntarget = 13',
        "marks is missing; it must be two lists of numbers, as in [[1, 3], [2, 4]]",
    ),
    (
        'shape = [3, 3]\ngoal = "sum"\ntarget = 13\nmarks = [["X"], ["O"]]',
        "marks must be two lists of numbers, as in [[1, 3], [2, 4]]",
    ),
    (
        'shape = [3, 3]\ngoal = "sum"\ntarget = 13\nmarks = [[1, 3], [2, 256]]',
        "the marks must be different numbers from 1 to 255",
    ),
    (
        'shape = [3, 3]\ngoal = "sum"\ntarget = 13\nmarks = [[1, 1], [2]]',
        "the marks must be different numbers from 1 to 255",
    ),
    (
        'shape = [3, 3]\ngoal = "sum"\ntarget = 13\nonce = true\nmarks = [[1, 2], [2, 3]]',
        "with once, the marks of both sides must be all the same or all different",
    ),
    ('shape = [3, 3]\ngoal = "sum"\ntarget = 13\nmarks = [[1], [2]]\nfull = 1', "full must be true or false, not 1"),
    ('shape = [3, 3]\ngoal = "sum"\ntarget = 13\nmarks = [[1], [2]]\nonce = 1', "once must be true or false, not 1"),
    ('shape = [3, 3]\nmisere = "yes"', "misere must be true or false, not 'yes'"),
    ("shape = [3, 3]\ntarget = 13", 'target needs goal = "sum"'),
    ("shape = [3, 3]\nfull = true", 'full needs goal = "sum"'),
    ("shape = [3, 3]\nonce = true", 'once needs goal = "sum"'),
]


@pytest.mark.parametrize(("text", "says"), WRONG, ids=[says[:50] for _, says in WRONG])
def test_what_is_wrong_in_a_file_is_said_with_its_name_and_the_setting(tmp_path: Path, text: str, says: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(GameError, match=re.escape(says)) as error:
        game(path)
    assert path in str(error.value)


def test_the_file_is_named_even_if_the_variant_has_another_name(tmp_path: Path) -> None:
    path = written(tmp_path, 'name = "corridor"\nshape = [9, 9]')
    with pytest.raises(GameError, match=f"^{re.escape(path)}: the shape"):
        game(path)


def test_a_file_that_is_not_text_is_no_toml_file(tmp_path: Path) -> None:
    path = tmp_path / "picture.toml"
    path.write_bytes(b"\xff\xfe\x00shape")
    with pytest.raises(GameError, match=r"picture\.toml.*not a TOML file"):
        game(str(path))


def test_a_list_too_deep_to_read_is_an_error_like_any_other(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"mine\.toml"):
        game(written(tmp_path, "shape = " + "[" * 100_000 + "]" * 100_000))


def test_settings_can_come_from_a_program_as_well() -> None:
    assert from_data({"name": "small", "shape": [2, 2]}) == Game("small", (2, 2), 2)
    with pytest.raises(GameError, match="the variant: name is missing; it must be a text"):
        from_data({"shape": [2, 2]})
