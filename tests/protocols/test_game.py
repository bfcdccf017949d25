"""GAME: a person against perfect play, in lines of text."""

from __future__ import annotations

import subprocess

import pytest

from .inprocess import Reply, converse
from .programs import SCRIPT, boxed


def game(*lines: str) -> Reply:
    return converse("\n".join(("GAME", *lines, "")).encode())


def boards(reply: Reply) -> int:
    return reply.out.count("+---+---+---+") // 4


def test_the_computer_wins_when_it_is_let() -> None:
    reply = game("FIRST X", "HUMAN O", "1 2", "1 1", "2 1")
    assert reply.out.endswith("WINNER: X\n")
    assert reply.code == 0


def test_good_play_draws() -> None:
    reply = game("FIRST X", "HUMAN X", "2 2", "1 3", "2 1", "1 2", "3 3")
    assert reply.out.endswith("DRAW\n"), reply
    assert boards(reply) == 9


def test_the_board_is_printed_after_every_move() -> None:
    reply = game("FIRST X", "HUMAN X", "1 1")
    assert boards(reply) == 2
    assert reply.out.startswith(boxed("X__/___/___"))
    assert "the input ended" in reply.err and reply.code == 0


@pytest.mark.parametrize(
    ("first", "board", "answered"),
    [
        ("X", "XX_/OO_/___", "XXX/OO_/___"),  # equal numbers: X, who began, is to move
        ("O", "XX_/OOX/O__", None),  # O has begun: O is to move, the person
    ],
)
def test_a_game_in_progress_goes_on_with_whoever_is_to_move(first: str, board: str, answered: str | None) -> None:
    reply = game(f"FIRST {first}", "HUMAN O", boxed(board).rstrip("\n"))
    if answered is None:
        assert reply.out == ""
    else:
        assert reply.out == boxed(answered) + "WINNER: X\n"


def test_a_finished_board_has_its_result_at_once() -> None:
    assert game("FIRST X", "HUMAN O", boxed("XXX/OO_/___").rstrip("\n")).out == "WINNER: X\n"


@pytest.mark.parametrize("bad", ["0 1", "4 4", "hello", "1", "1 2 3", "2 2", "1,b", "-1 2", "--1 2", "+1 1", "²  1"])
def test_a_bad_move_is_explained_and_nothing_is_lost(bad: str) -> None:
    reply = game("FIRST X", "HUMAN X", "2 2", bad, "1 3", "2 1", "1 2", "3 3")
    assert reply.out.endswith("DRAW\n")
    assert reply.err.count("try again") == 1 and reply.err.startswith("noughts: line 5: ")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ((), "expected FIRST X or FIRST O"),
        (("FIRST Q",), "line 2, column 7: found 'Q'"),
        (("FIRST X", "HUMAN"), "line 3, column 7: found ''"),
        (("FIRST X", "1 1"), "line 3: found '1 1', expected HUMAN X or HUMAN O"),
        (("FIRST X", "HUMAN O", boxed("OO_/X__/___")), "FIRST X does not fit the board: X has 1 mark, O has 2"),
        (("FIRST X", "HUMAN O", "+---+"), "expected +---+---+---+"),
    ],
)
def test_a_bad_header_is_one_clear_line(lines: tuple[str, ...], message: str) -> None:
    reply = game(*lines)
    assert (reply.code, reply.out) == (2, "")
    assert message in reply.err and reply.err.count("\n") == 1


def test_a_person_who_sends_no_board_is_not_kept_waiting() -> None:
    """The computer moves first, and the input stays open: the answer must come all the same."""
    with subprocess.Popen(SCRIPT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdin is not None and program.stdout is not None
        program.stdin.write(b"GAME\nFIRST X\nHUMAN O\n")
        program.stdin.flush()
        board = b"".join(program.stdout.readline() for _ in range(7))
        assert board.decode() == boxed("___/_X_/___")
        # A board that comes late replaces the empty one.
        program.stdin.write(boxed("XX_/OO_/___").encode())
        program.stdin.flush()
        assert b"".join(program.stdout.readline() for _ in range(8)).endswith(b"WINNER: X\n")
        program.stdin.close()
        assert program.wait(timeout=60) == 0
