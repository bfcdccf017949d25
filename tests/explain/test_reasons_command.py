"""`noughts explain` through real processes."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from cli.test_commands import KEYS
from commands import noughts


def answer(*arguments: str) -> Any:
    done = noughts("explain", *arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def printed(*arguments: str) -> str:
    done = noughts("explain", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_it_prints_turn_value_best_moves_reasons_by_value_and_the_line() -> None:
    text = printed("tictactoe", "OO_/_X_/___ X")
    assert "X to move. With best play the game is a draw.\nBest move: 1,3\n" in text
    groups = re.findall(r"^[▲=▼?] .*$", text, re.MULTILINE)
    assert groups == ["= Draws", "▼ Loses in 2 plies"]
    assert "  1,3  Stops O at 1,3, threatens 3,1, and draws: every line that O could complete has a pair" in text
    assert text.count("Loses in 2 plies: O completes row 1 at 1,3.") == 5
    assert "\nBest play\n   1  X 1,3  stops 1,3; threatens 3,1\n   2  O 3,1  stops 3,1; " in text


def test_moves_that_symmetry_makes_equal_are_explained_once_under_their_name() -> None:
    text = printed("tictactoe", "___/_X_/___ O")
    corners, edges = (line for line in text.splitlines() if " (the " in line)
    assert corners.startswith("  1,1 · 1,3 · 3,1 · 3,3 (the four corners): 1,1  Draws: ")
    assert edges.startswith("  1,2 · 2,1 · 2,3 · 3,2 (the four edges): 1,2  Loses in ")


def test_the_line_goes_on_to_the_end_where_a_table_knows_its_beginning_only() -> None:
    won = noughts("explain", "connect4", "4433").stdout
    assert re.search(r"Best play\n   1  X 5 .*\n   2  O [26]\n   3  X [26]  completes the row\n      X wins\.\n", won)
    assert noughts("explain", "connect4", "4").stdout.split("\n")[-3] == "      …"
    assert re.search(r"\nBest play: X 4(  [XO] \d)+  …\n", noughts("solve", "connect4").stdout)


def test_one_move_is_explained_alone() -> None:
    text = printed("t3", "210/050/000 even", "--move", "3 3 6")
    assert "Wins now: completes the diagonal 1,1–3,3 (2 + 5 + 6 = 13)." in text
    assert "Best play" not in text
    (only,) = answer("tictactoe", "XX_/OO_/___ X", "--move", "3,1")["reasons"]
    assert (only["result"], only["distance"], only["verdict"]) == ("loss", 2, "lost a won game")


def test_json_has_the_keys_of_solve_and_the_reasons() -> None:
    data = answer("tictactoe", "XO_/OX_/___ X")
    assert list(data) == [*KEYS, "reasons"]
    assert len(data["reasons"]) == 5
    first, fork, *_ = data["reasons"]
    assert list(first) == ["move", "kind", "result", "distance", "verdict", "sentence", "facts", "cause", "line"]
    assert (first["kind"], first["move"]) == ("wins now", {"row": 3, "col": 3, "mark": "X"})
    assert fork["kind"] == "fork"
    assert [(move["row"], move["col"]) for move in fork["facts"][0]["moves"]] == [(3, 1), (3, 3)]
    assert fork["line"][0] == {"row": 1, "col": 3, "mark": "X"} and len(fork["line"]) == 3


def test_number_games_give_their_sums() -> None:
    (only,) = answer("t3", "200/050/000 odd", "--move", "1 3 5")["reasons"]
    row = next(made for made in only["sums"] if made["line"] == [{"row": 1, "col": col} for col in (1, 2, 3)])
    assert (row["total"], row["missing"], row["in_reach"]) == (7, 6, True)
    assert row["finishers"] == [{"row": 1, "col": 2, "mark": 6}]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["tictactoe", "tictactoe+misere", "wild", "notakto", "4,3,3", "cube:3", "t3", "numerical"]
)
def test_the_empty_board_of_every_game_that_is_solved_has_a_reason_a_move(name: str) -> None:
    data = answer(name)
    assert data["status"] == "proven"
    assert len(data["reasons"]) == len(data["moves"])
    assert all(one["sentence"] and one["line"] for one in data["reasons"])


def test_a_large_board_is_not_known_yet_and_not_called_a_draw() -> None:
    text = printed("8,8,5", "--nodes", "1000")
    assert "X to move. Not known yet, but X has at least a draw. This is not a draw: the search was stopped." in text
    assert "? Not known yet\n  4,4 · " in text
    assert "Draws" not in text
    data = answer("8,8,5", "--nodes", "1000")
    assert {(one["result"], one["verdict"], one["line"]) for one in data["reasons"]} == {(None, None, None)}


def test_a_finished_game_says_how_it_ended() -> None:
    assert "The game is over: X wins (row 1)." in printed("tictactoe", "XXX/OO_/___ O")
    assert answer("tictactoe", "XXX/OO_/___ O")["reasons"] == []


def test_the_steps_of_the_functional_text_are_printed() -> None:
    text = printed("tictactoe", "XOO/XOX/___ X", "--steps")
    assert "X takes the largest: max(1, -1, -1) = 1, which is a)." in text
    assert (
        "  b) X 3,2 is worth -1   XOO/XOX/_X_\n     O has two options: b.α) O 3,1 for -1 and b.β) O 3,3 for 1.\n"
        in text
    )
    data = answer("tictactoe", "XOO/XOX/___ X", "--steps")
    assert data["scale"] == {"name": "unit", "maximiser": "X"}
    assert [option["score"] for option in data["steps"]["options"]] == [1, -1, -1]
    branch = printed("tictactoe", "XOO/XOX/___ X", "--steps", "--move", "3 2")
    assert "b.α) O 3,1" in branch and "c.α" not in branch


def test_scores_are_shown_with_how_they_come_about() -> None:
    text = printed("tictactoe", "XX_/OO_/___ X", "--score", "10-depth")
    assert re.search(r"^1,3 +▲ win +1 +10 +10 - 1 = 9$", text, re.MULTILINE)
    assert re.search(r"^3,1 +▼ loss +2 +-10 +-\(10 - 2\) = -8$", text, re.MULTILINE)
    assert "Scores are for X, who takes the largest; O takes the smallest." in text


def test_a_position_may_come_from_standard_input() -> None:
    done = noughts("explain", "tictactoe", "-", "--move", "1 3", text="XX_/OO_/___ X\n")
    assert done.returncode == 0
    assert "Wins now" in done.stdout


def test_boards_nobody_reaches_need_lenient() -> None:
    board = "XXX/X__/___ O"
    assert noughts("explain", "tictactoe", board).returncode == 2
    assert "The game is over" in printed("tictactoe", board, "--lenient")
    assert "Wins now" in printed("tictactoe", "XX_/X__/___ X", "--lenient")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "no game is called 'chess'"),
        (["tictactoe", "XX_/OO_/__ X"], "found 2 cells, expected 3"),
        (["tictactoe", "XX_/OO_/___"], "the side to move is missing"),
        (["tictactoe", "XX_/OO_/___ X", "--move", "1 1"], "row 1, column 1 is taken by X"),
        (["tictactoe", "XX_/OO_/___ X", "--move", "4 4"], "4,4 is not on the board"),
        (["tictactoe", "XX_/OO_/___ X", "--move", "centre"], "found 'centre', expected row,column"),
        (["t3", "--move", "1 1 2"], "odd may not place '2'; it may place 1, 3, 5"),
        (["tictactoe", "XXX/OO_/___ O", "--move", "3 3"], "the game is over: X wins"),
        (["tictactoe", "--steps"], "more than 400 steps; give a position with fewer empty cells"),
        (["tictactoe", "--score", "elo"], "no scale is called 'elo'; expected unit, 10-depth or 100+depth"),
        (["cube:3", "--score", "10-depth"], "at most 9 plies; this one may last 27"),
        (["tictactoe", "--nodes", "0"], "--nodes 0: expected a whole number, 1 or more"),
        (["tictactoe", "--ranking", "slowest"], "--ranking slowest: expected quickest or earliest-end"),
    ],
)
def test_bad_input_is_a_message_and_exit_code_2(arguments: list[str], message: str) -> None:
    done = noughts("explain", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
