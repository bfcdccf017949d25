"""`noughts review` through real processes."""

from __future__ import annotations

import json

import pytest
from commands import noughts
from tiers import quick_for

GAME = "1,1 2,2 3,3 1,3 3,1 2,1 3,2"


def test_it_prints_the_headline_the_moves_and_the_turning_point() -> None:
    done = noughts("review", "tictactoe", *GAME.split(), "--side", "O")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("You had a draw until move 4\nX won in 7 moves. One move of yours decided it;")
    assert "  4  O 1,3  ▼ L4  gave away the draw  (you)\n" in done.stdout
    assert "\nThe turning point: move 4\n" in done.stdout
    assert "makes two threats at once, at 2,1 and 3,2.\nBetter: the four edges: 1,2 · 2,1 · 2,3 · 3,2\n" in done.stdout
    assert "Try again from here: noughts play tictactoe --position 'X__/_O_/__X O' --side O" in done.stdout


@pytest.mark.parametrize(
    "text",
    quick_for(
        [GAME, "1-1.2-2.3-3.1-3.3-1.2-1.3-2", "1. X 1,1 2. O 2,2 3. X 3,3 4. O 1,3 5. X 3,1 6. O 2,1 7. X 3,2", "-"],
        "1-1.2-2.3-3.1-3.3-1.2-1.3-2",
    ),
)
def test_moves_are_read_as_people_write_them(text: str) -> None:
    done = noughts("review", "tictactoe", text, "--json", text=GAME.replace(" ", "\n"))
    assert done.returncode == 0
    assert json.loads(done.stdout)["end"] == "X_O/OO_/XXX O"


def test_json_has_every_move_the_ribbon_and_the_turning_point() -> None:
    data = json.loads(noughts("review", "tictactoe", *GAME.split(), "--json", "--side", "O").stdout)
    assert [move["verdict"] for move in data["moves"]][2:5] == ["best", "gave away the draw", "best"]
    assert data["ribbon"] == [
        {"first": 0, "last": 3, "result": "draw"},
        {"first": 4, "last": 7, "result": "loss"},
    ]
    point = data["turning_point"]
    assert (point["number"], point["position"]) == (4, "X__/_O_/__X O")
    assert point["answer"] == {"row": 3, "col": 1, "mark": "X"}
    assert [len(moves) for moves in point["better"]] == [4]
    assert point["reason"]["cause"]["way"] == "threats at once"


@pytest.mark.slow
def test_number_games_and_other_starts() -> None:
    done = noughts("review", "t3", "3,3=6", "--position", "210/050/000 even", "--json")
    assert json.loads(done.stdout)["outcome"]["winner"] == "even"
    listed = noughts("review", "t3", "1. 6 at 3,3", "--position", "210/050/000 even")
    assert "Even won in 1 move." in listed.stdout
    assert "O won" in noughts("review", "tictactoe", "1,1", "2,1", "1,2", "2,2", "1,3", "--first", "O").stdout


def test_it_speaks_the_language_of_the_person() -> None:
    done = noughts("review", "tictactoe", *GAME.split(), "--language", "bg")
    assert done.returncode == 0 and "Обрат" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["1,1", "zz"], "move 2: found 'zz', expected a move such as 2,2 or 2,2=5"),
        pytest.param(["1,1", "1,1"], "move 2: row 1, column 1 is taken by X", marks=pytest.mark.slow),
        pytest.param(["1,1", "4,4"], "move 2: 4,4 is not on the board", marks=pytest.mark.slow),
        pytest.param(["1,1", "--side", "Z"], "'Z'", marks=pytest.mark.slow),
        pytest.param(
            ["1,1", "--first", "X", "--position", "___/___/___ X"],
            "give --first or --position, not both",
            marks=pytest.mark.slow,
        ),
        pytest.param([], "MOVES is missing: noughts review GAME MOVES", marks=pytest.mark.slow),
    ],
)
def test_bad_input_is_a_message_and_exit_code_2(arguments: list[str], message: str) -> None:
    done = noughts("review", "tictactoe", *arguments)
    assert done.returncode == 2
    assert message in done.stderr and "Traceback" not in done.stderr


def test_connect_four_is_tried_again_from_the_columns_of_the_game() -> None:
    done = noughts("review", "3,3,3+drop", "12131")
    assert "Try again from here: noughts play tictactoe+drop --position 1 --side O" in done.stdout
    assert "has an answer to everything that wins (2 to 3; 3 to 1 or 2)." in done.stdout
