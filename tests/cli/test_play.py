"""The game in the terminal, played through pipes and in a real terminal."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from commands import noughts

from noughts.explain.rules_text import rules_text
from noughts.games import EXAMPLES, game, position

from .sessions import CTRL_C, CTRL_D, session


def play(*lines: str, options: tuple[str, ...] = ("--side", "X", "--first", "X")) -> str:
    done = noughts("play", *options, text="\n".join((*lines, "")))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_side_and_first_mover_are_asked_for() -> None:
    shown = play("q", "O", "maybe", "X", "quit", options=())
    assert shown.count("Your side, X or O? [X]") == 2 and shown.count("Who starts, X or O? [X]") == 2
    assert "Please answer X or O." in shown and "X plays 2,2." in shown and "Goodbye." in shown


def test_the_number_pad_lies_as_on_the_keyboard() -> None:
    assert "1  X │ 8 │ 9" in play("7", "quit")
    assert "3  1 │ 2 │ X" in play("3", "quit")


def test_a_drawn_game_with_replay() -> None:
    shown = play("5", "9", "4", "8", "3", "what", "replay", "quit")
    assert "A draw. Nobody slipped.\n" in shown
    assert shown.count("Again, replay or quit? [quit]") == 3
    assert "9. X 3,3" in shown.split("Again, replay or quit?")[2]


def test_another_game_is_played_with_the_same_sides() -> None:
    shown = play("8", "9", "2", "6", "again", "5", "quit")
    assert shown.count("You are X. Your opponent is perfect. X begins.") == 2
    assert "O wins. Your " in shown


def test_a_lost_game() -> None:
    assert "O wins." in play("8", "9", "2", "6", "quit")


def test_undo_takes_back_both_moves() -> None:
    shown = play("5", "undo", "undo", "quit")
    assert shown.count("4 │ 5 │ 6") == 2  # at the beginning, and again
    assert "Nothing to undo." in shown


def test_a_hint_is_the_best_move() -> None:
    shown = play("hint", "quit", options=("--side", "X", "--position", "XX_/OO_/___ X"))
    assert "X to move: 1,3: Wins now: completes row 1.\n" in shown
    others = play("hint", "quit", options=("--side", "X", "--position", "X__/_O_/___ X"))
    assert re.search(r"to move: \d,\d: .* Equally good: \d,\d · ", others)


def test_bad_moves_are_explained_and_asked_again() -> None:
    shown = play("5", "5", "0 9", "hello", "help", "quit")
    assert "2,2 is taken by X." in shown
    assert "0,9 is not on the board (3×3)." in shown
    assert "'hello' is not a move. Type row,column, for example 3,2." in shown
    dropped = noughts("play", "connect4", "--level", "person", "--first", "X", text="x\n").stdout
    assert "'x' is not a move. Type a column, for example 7." in dropped
    assert shown.count("undo takes back") == 2


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
    assert "Type a move as row,column=number (3,2=5)." in shown
    assert "  3  5 │" in shown
    assert "0,1 is not on the board (3×3)." in shown


def test_two_people_at_one_keyboard() -> None:
    shown = play("7", "4", "8", "5", "9", "quit", options=("--level", "person", "--first", "X"))
    assert "X wins." in shown


def test_in_a_real_terminal_noughts_alone_offers_a_game() -> None:
    with session() as one:
        one.wait_for("Your side, X or O? [X]")
        one.type("X\n")
        one.wait_for("Who starts, X or O? [X]")
        one.type("\n")
        one.wait_for("X to move:")
        one.type("5\n")
        one.wait_for("O plays 1,1.")
        one.type("quit\n")
        assert one.finish() == 0


@pytest.mark.parametrize(("key", "says", "code"), [(CTRL_C, "Goodbye.", 130), (CTRL_D, "End of input; goodbye.", 0)])
def test_leaving_ends_on_a_line_of_its_own(key: str, says: str, code: int) -> None:
    with session("play", "--side", "X", "--first", "X") as one:
        one.wait_for("X to move:")
        one.type(key)
        assert one.finish() == code
        assert one.screen.text.endswith(f"X to move:\n{says}\n")


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_game_and_how_to_play_it_are_stated_before_the_first_move(name: str) -> None:
    """The sentences are checked in tests/explain/test_rules_text.py; here, that the example is a legal move."""
    shown = noughts("play", name, "--level", "person", "--first", game(name).sides[0], text="help\n").stdout
    before, _, after = shown.partition(" to move:")
    for text in (before, after):
        assert f"{game(name).name}: {rules_text(game(name))}\n" in text
        found = re.search(r"Type (?:a move as [a-z,]+(?:=[a-z]+)? \(|a column, such as )([\d,=XO]+)", text)
        assert found is not None and game(name).start().play(found[1])
    assert f"{game(name).sides[0].capitalize()} begins." in before


def test_what_other_commands_print_can_be_typed() -> None:
    for name in ("t3", "tictactoe", "wild"):
        solved = noughts("solve", name).stdout
        moves = re.findall(r"^best +(\S+)", solved, re.MULTILINE)[-1:]
        moves += re.findall(r"Best play: (.*?)(?:  |$)", solved, re.MULTILINE)
        assert len(moves) == 2
        for move in moves:
            first = game(name).sides[0]
            shown = noughts("play", name, "--level", "person", "--first", first, text=f"{move}\nquit\n").stdout
            assert "Goodbye." in shown and "no move" not in shown


def test_cyrillic_letters_and_the_words_of_the_language() -> None:
    typed = "\n".join(("помощ", "съвет", "Х 2,2", "назад", "2,2=х", "9 9", "край", ""))
    options = ("play", "--language", "bg", "--side", "х", "--first", "Х")
    done = noughts(*options, text=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("O играе 1,1.") == 2 and done.stdout.count("X е на ход:") == 7
    assert "9,9 не е на дъската" in done.stdout and "До следващия път." in done.stdout
    assert "нечетни" in noughts("play", "t3", "--language", "bg", "--side", "нечетни", "--first", "четни").stdout


@pytest.mark.parametrize("language", ["bg", "mn"])
def test_errors_are_in_the_language_too(language: str) -> None:
    """No word of English is left in what is said, but for names that are typed."""
    typed = ("hello", "9 9 9", "9 9 1", "2 2 8", "1 1 7", "1 1 8", "2 2 8", "")
    options = ("play", "numerical", "--level", "person", "--first", "odd", "--language", language)
    shown = noughts(*options, text="\n".join(typed)).stdout
    assert shown.count("numerical") == 1
    assert not re.search(r"[A-Za-z]{2,}", shown.replace("numerical", "").replace("hello", "")), shown
    for wrong in (("--level", "god"), ("--side", "Z"), ("--level", "person", "--side", "X")):
        said = noughts("play", "--language", language, *wrong).stderr
        assert re.search(r"[а-яөү]{3}", said), said
    assert re.search(r"[а-яөү]{3}", noughts("play", "chess", "--language", language).stderr)


@pytest.mark.parametrize(
    ("arguments", "bg", "mn"),
    [
        (
            ["play", "--position", "XX"],
            "има 1 ред, а се очаква 3; редовете се свързват с /",
            "1 мөр олдсон, 3 байх ёстой",
        ),
        (["play", "--position", "XXX/___/___ O"], "X има 3 знака на дъската, а O има 0", "X 3, O 0 тэмдэгтэй"),
        (["review", "tictactoe", "1,1", "1,1"], "ход 2: ред 1, колона 1: там вече има X", "2-р нүүдэл: 1-р мөр"),
        (["solve", "tictactoe", "X"], "има 1 ред", "1 мөр олдсон"),
        (["solve", "--rankin", "x"], "няма опция --rankin; може би --ranking?", "--ranking гэх гэсэн үү?"),
        (["completion", "csh"], "Очаква се bash, zsh или fish", "bash, zsh эсвэл fish байх ёстой"),
        (["play", "--certificate", "none.proof"], "не може да се прочете", "унших боломжгүй"),
    ],
)
def test_errors_of_commands_are_in_the_language_of_the_environment(arguments: list[str], bg: str, mn: str) -> None:
    for code, says in (("bg_BG.UTF-8", bg), ("mn_MN.UTF-8", mn)):
        done = noughts(*arguments, LANG=code, LANGUAGE="", LC_ALL="")
        assert (done.returncode, done.stdout) == (2, "") and says in done.stderr, done.stderr
    assert not re.search("[а-я]", noughts(*arguments, LANG="C", LANGUAGE="", LC_ALL="").stderr)


def test_an_option_decides_against_the_environment() -> None:
    said = noughts("play", "--position", "XX", "--language", "en", LANG="bg_BG.UTF-8").stderr
    assert said == "noughts: line 1, column 1: found 1 row, expected 3; rows are joined by /\n"
    asked = noughts("review", "tictactoe", "1,1", "1,1", "--json", LANG="bg_BG.UTF-8").stderr
    assert asked == "noughts: move 2: row 1, column 1 is taken by X\n"


@pytest.mark.parametrize(
    "options",
    [("--level", "god"), ("--first", "Z"), ("--side", "Z"), ("--position", "XX"), ("--certificate", "missing.proof")],
)
def test_options_are_checked_before_anything_is_asked(options: tuple[str, str]) -> None:
    done = noughts("play", *options, text="X\nX\n")
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize(("typed", "meant"), [("tic-tac-toe", "tictactoe"), ("7x7x5", "7,7,5"), ("qbic", "qubic")])
def test_the_nearest_name_of_a_game_is_suggested(typed: str, meant: str) -> None:
    assert f"did you mean '{meant}'?" in noughts("play", typed).stderr


def test_levels_have_names() -> None:
    for name, plies in (("easy", "1 ply"), ("medium", "2 plies"), ("hard", "3 plies"), ("depth:4", "4 plies")):
        options = ("--level", name, "--side", "X", "--first", "X")
        assert f"Your opponent looks {plies} ahead." in play("quit", options=options)
    said = noughts("play", "--level", "meduim").stderr
    assert "did you mean 'medium'? There are easy, medium, hard, perfect, depth:N" in said
    assert said.rstrip().endswith("random, person")


def test_a_hint_is_a_move_under_a_proof_as_well() -> None:
    start = position("7,7,5")
    shown = noughts("play", "7,7,5", "--level", "person", "--first", "X", text="hint\n4 4\nhint\nquit\n").stdout
    first, second = re.findall(r"to move: (\d,\d): (.*)", shown)
    assert start.play(first[0]) and "X draws, by the proof." in first[1]
    assert start.play("4,4").play(second[0])
    assert second[1].endswith("By the proof of 7,7,5 in the package.")


def test_the_replay_has_notes() -> None:
    shown = play("8", "9", "2", "6", "replay", "quit")
    replay = shown.split("Again, replay or quit?")[2]
    assert "gave away the draw" in replay or "gave away the win" in replay
    assert "better: " in replay and "1. X 1,2" in replay


@pytest.mark.parametrize(
    ("language", "draw"), [("bg", "Равенство. Никой не сгреши."), ("mn", "Тэнцлээ. Хэн ч алдсангүй.")]
)
def test_the_game_speaks_other_languages(language: str, draw: str) -> None:
    shown = play("5", "9", "4", "8", "3", "quit", options=("--side", "X", "--first", "X", "--language", language))
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
    shown = play("1", "quit", options=("--side", "X", "--position", "XX_/OO_/___ X", "--level", "perfect"))
    assert "O wins. Your 3,1 (move 1) lost; 1,3 wins.\n" in shown
    assert "Review: noughts review tictactoe 3,1 2,3 --position 'XX_/OO_/___ X' --side X\n" in shown
