"""The game in the terminal, played through pipes and in a real terminal."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time

import pytest
from commands import noughts


def play(*lines: str, options: tuple[str, ...] = ("--side", "X", "--first", "X")) -> str:
    done = noughts("play", *options, text="\n".join((*lines, "")))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_side_and_first_mover_are_asked_for() -> None:
    shown = play("q", "O", "maybe", "X", "quit", options=())
    assert shown.count("Your side, X or O? [X]") == 2 and shown.count("Who starts, X or O? [X]") == 2
    assert "Please answer X or O." in shown and "X plays 2 2." in shown and "Goodbye." in shown


def test_the_number_pad_lies_as_on_the_keyboard() -> None:
    assert "1  X │ 8 │ 9" in play("7", "quit")
    assert "3  1 │ 2 │ X" in play("3", "quit")


def test_a_drawn_game_with_replay() -> None:
    shown = play("5", "9", "4", "8", "3", "y")
    assert "A draw." in shown
    assert "9. X 3,3" in shown.split("Replay the game?")[1]


def test_a_lost_game() -> None:
    assert "O wins." in play("8", "9", "2", "6", "n")


def test_undo_takes_back_both_moves() -> None:
    shown = play("5", "undo", "undo", "quit")
    assert shown.count("4 │ 5 │ 6") == 2
    assert "Nothing to undo." in shown


def test_a_hint_is_the_best_move() -> None:
    shown = play("hint", "quit", options=("--side", "X", "--position", "XX_/OO_/___ X"))
    assert "X wins in 1 ply; best: 1 3" in shown


def test_bad_moves_are_explained_and_asked_again() -> None:
    shown = play("5", "5", "0 9", "hello", "help", "quit")
    assert "row 2, column 2 is taken by X." in shown
    assert "0 9 is not on the board" in shown
    assert "expected row column" in shown
    assert "undo takes back" in shown


def test_end_of_input_is_the_end_of_the_game() -> None:
    assert "End of input; goodbye." in play("5")
    assert "End of input" in noughts("play").stdout


@pytest.mark.parametrize("name", ["notakto", "wild", "t3", "numerical", "4,3,3", "tictactoe+misere", "qubic", "7,7,5"])
def test_any_game_of_the_family_can_be_played(name: str) -> None:
    moves = {"wild": "1 1 X", "t3": "1 1 5", "numerical": "1 1 9", "qubic": "1 1 1"}
    done = noughts("play", name, "--level", "depth:1", "--seed", "1", text=f"\n\n{moves.get(name, '1 1')}\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert " plays " in done.stdout and "Goodbye." in done.stdout


def test_tic_tac_total_is_counted_from_1_like_every_game() -> None:
    shown = noughts("play", "t3", "--level", "person", "--first", "odd", text="3 1 5\n0 1 2\nquit\n").stdout
    assert "Type row column number (3 3 5)." in shown
    assert "  3  5 │" in shown
    assert "0 1 is not on the board: row 1 to 3, column 1 to 3." in shown


def test_two_people_at_one_keyboard() -> None:
    shown = play("7", "4", "8", "5", "9", "n", options=("--level", "person", "--first", "X"))
    assert "X wins." in shown


def test_in_a_real_terminal_noughts_alone_offers_a_game() -> None:
    parent, child = pty.openpty()
    command = [sys.executable, "-m", "noughts"]
    with subprocess.Popen(
        command, stdin=child, stdout=child, stderr=child, env={**os.environ, "TERM": "xterm"}
    ) as game:
        os.close(child)
        assert "Your side" in wait_for(parent, "X]")
        os.write(parent, b"X\n")
        assert "Who starts" in wait_for(parent, "X]")
        os.write(parent, b"\n")
        assert "to move" in wait_for(parent, "to move:")
        os.write(parent, b"5\n")
        assert "plays" in wait_for(parent, "X to move:")
        os.write(parent, b"quit\n")
        assert game.wait(timeout=20) == 0
    os.close(parent)


def wait_for(terminal: int, text: str, seconds: float = 30) -> str:
    """What the terminal shows until the text appears."""
    shown, end = "", time.monotonic() + seconds
    while text not in shown and time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            shown += os.read(terminal, 4096).decode(errors="replace")
    assert text in shown, shown
    return shown


@pytest.mark.parametrize(
    ("language", "draw"), [("bg", "Равенство. Никой не сгреши."), ("mn", "Тэнцлээ. Хэн ч алдсангүй.")]
)
def test_the_game_speaks_other_languages(language: str, draw: str) -> None:
    shown = play("5", "9", "4", "8", "3", "n", options=("--side", "X", "--first", "X", "--language", language))
    assert draw in shown


def test_the_environment_chooses_the_language() -> None:
    environment = {**os.environ, "LANGUAGE": "xx:bg"}
    command = [sys.executable, "-m", "noughts", "play", "--side", "X", "--first", "X"]
    done = subprocess.run(
        command, input="quit\n", capture_output=True, text=True, check=True, env=environment, timeout=60
    )
    assert "До следващия път." in done.stdout


def test_a_language_we_do_not_have_is_an_error() -> None:
    done = noughts("play", "--language", "xx")
    assert done.returncode == 2
    assert done.stderr == "noughts: no language is called 'xx'; there are en, bg, mn\n"


def test_the_end_says_where_the_game_was_decided_and_how_to_review_it() -> None:
    shown = play("1", "n", options=("--side", "X", "--position", "XX_/OO_/___ X", "--level", "perfect"))
    assert "O wins. You had a win until move 1.\n" in shown
    assert "Review: noughts review tictactoe 3,1 2,3 --position 'XX_/OO_/___ X' --side X\n" in shown
