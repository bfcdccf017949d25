"""JUDGE: the answer is always in the exact best set, and bad input gets one clear line."""

from __future__ import annotations

from itertools import product

import pytest
import scripts_path
from oracle import oracle

from noughts.games import census, game
from noughts.protocols import quick
from noughts.protocols.answers import ANSWERS

from .inprocess import converse
from .programs import COMMAND, SCRIPT, boxed, judge, run


def rows(board: bytes) -> str:
    return "/".join("".join("_XO"[mark] for mark in board[at : at + 3]) for at in (0, 3, 6))


@pytest.mark.parametrize("first", ["X", "O"])
def test_on_every_reachable_position_the_answer_is_in_the_exact_best_set(first: str) -> None:
    count = 0
    for position in census.reachable(game("tictactoe").start(first)):
        reply = converse(judge(position.to_move, rows(position.board)).encode())
        assert (reply.code, reply.err) == (0, "")
        if position.outcome is not None:
            assert reply.out == "-1\n"
        else:
            row, column = map(int, reply.out.split())
            best = oracle("tictactoe").best(tuple(position.board), "XO".index(position.to_move), "quickest")
            assert (row - 1) * 3 + column - 1 in {cell for cell, _ in best}, position
        count += 1
    assert count == 5478


def test_the_quick_answer_is_what_the_long_way_answers_on_every_board() -> None:
    """All 2 × 19,683 boards: where the table is silent the long way complains, elsewhere both say the same."""
    assert scripts_path.judge_answers.answers() == ANSWERS
    for cells in product("_XO", repeat=9):
        board = "/".join("".join(cells[at : at + 3]) for at in (0, 3, 6))
        mirrored = board.translate(str.maketrans("XO", "OX"))
        assert quick.answer(judge("X", board).encode()) == quick.answer(judge("O", mirrored).encode())


def test_the_long_way_agrees_with_the_quick_answer() -> None:
    for position in list(census.reachable(game("tictactoe").start()))[::50]:
        question = judge(position.to_move, rows(position.board))
        assert converse(question.lower().replace("turn", " turn").encode()).out == converse(question.encode()).out


@pytest.mark.parametrize("program", [SCRIPT, COMMAND, (*COMMAND, "judge")], ids=["script", "noughts", "noughts judge"])
def test_the_empty_board_is_answered_in_the_centre_and_nothing_else_is_printed(program: tuple[str, ...]) -> None:
    done = run(*program, text=judge("X", "___/___/___"))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"2 2\n", b"")


@pytest.mark.parametrize(
    ("turn", "board", "answer"),
    [
        ("X", "XX_/OO_/___", "1 3"),  # win at once
        ("O", "XX_/OO_/___", "2 3"),  # the turn decides, not the marks
        ("X", "OO_/_X_/___", "1 3"),  # the judge text, example 3: O has moved first
        ("X", "XXX/OO_/___", "-1"),
        ("O", "XXX/OO_/___", "-1"),
        ("X", "XOX/OOX/XXO", "-1"),
        ("X", "_O_/_X_/___", "1 1"),  # the text on draw detection answers 2 2, which is taken
    ],
)
def test_known_boards(turn: str, board: str, answer: str) -> None:
    assert converse(judge(turn, board).encode()).out.strip() == answer


def test_the_form_may_vary() -> None:
    question = judge("X", "XX_/OO_/___")
    forms = [
        question.replace("\n", "\r\n"),
        question.replace("\n", "  \n"),
        "\ufeff" + question,
        question.lower(),
        question.removeprefix("JUDGE\n"),  # the text on draw detection has no JUDGE line
        "\n\n" + question.replace("\n", "\n\n"),
        question + "whatever follows is not read",
        question.rstrip("\n"),
    ]
    assert {converse(form.encode()).out for form in forms} == {"1 3\n"}


def test_the_time_can_be_asked_for() -> None:
    for question in (judge("X", "___/___/___"), judge("x", "___/___/___")):
        done = run(*SCRIPT, "--times", text=question)
        header, answer = done.stdout.decode().splitlines()
        assert header.startswith("# TIMES_MS: alg=") and float(header.split("=")[1]) >= 0
        assert answer == "2 2"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no input; expected JUDGE or GAME on the first line"),
        ("HELLO\n", "line 1: found 'HELLO', expected JUDGE or GAME"),
        ("JUDGE\n", "the text ends, expected TURN X or TURN O"),
        ("JUDGE\nTURN Z\n", "line 2, column 6: found 'Z', expected the side to move: X or O"),
        ("JUDGE\nX\n", "line 2: found 'X', expected TURN X or TURN O"),
        ("JUDGE\nTURN X\n", "the board ends too soon, expected +---+---+---+"),
        (judge("X", "XQ_/___/___"), "line 4, column 7: found 'Q', expected X, O or _"),
        (judge("X", "X__/___/___").replace("| X |", "|   |"), "line 4, column 2: found an empty box"),
        (judge("X", "X__/___/___").replace("| X | _ | _ |", "| X | _ |"), "line 4: found 2 cells, expected 3"),
        (judge("X", "XXX/XX_/___"), "X has 5 marks on the board and O has 0"),
        (judge("X", "XXX/OOO/___"), "both X and O have a completed line"),
        ("JUDGE\nTURN X\n" + "+---+---+---+\n| X |" * 2, "expected a row such as | _ | _ | _ |"),
        (
            judge("X", "X__/O__/___") + "| X | _ | _ |\n",
            "line 10: found '| X | _ | _ |', expected no more",
        ),
        (judge("O", "X__/_0_/___"), "line 6, column 7: found '0', expected X, O or _"),
        ("x" * 100_000, "a line of more than 4096 bytes"),
    ],
)
def test_bad_input_is_one_clear_line(text: str, message: str) -> None:
    reply = converse(text.encode())
    assert reply.code == 2
    assert reply.out == ""
    assert message in reply.err
    assert reply.err.count("\n") == 1 and reply.err.startswith("noughts: ")


def test_bad_input_through_a_real_process() -> None:
    done = run(*SCRIPT, text=b"\xff\xfe\x00JUDGE")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1 and b"Traceback" not in done.stderr


def test_other_games_are_judged_too() -> None:
    question = "TURN even\n" + boxed("200/050/000").replace("_", "0")
    done = run(*COMMAND, "judge", "--game", "t3", text=question.replace("even", "odd"))
    row, column, number = done.stdout.split()
    assert (done.returncode, number in (b"1", b"3", b"5")) == (0, True)
    assert {row, column} <= {b"1", b"2", b"3"}
