"""The verdict on every answer to every position of tic-tac-toe, against rules written down a second time."""

from __future__ import annotations

import pytest

from grade.brute_force import positions, verdict, winner
from noughts.games import Position, Ranking, Result, Value, game, position
from noughts.grade.children import Reply
from noughts.grade.exact import Exact
from noughts.grade.verdicts import SEVERITY, Judged, Verdict, compare, judge

EXACT = Exact()
WON, LOST, DRAWN = Result.WIN, Result.LOSS, Result.DRAW


def judged(where: Position, answer: str) -> Judged:
    return judge(where, Reply("answer", answer), EXACT)


def test_every_answer_gets_the_verdict_that_it_deserves() -> None:
    rules = game("tictactoe")
    boards = [(board, who) for board, who in positions("X") if not winner(board) and "_" in board]
    for board, who in boards[::7]:
        where = Position(rules, "/".join((board[:3], board[3:6], board[6:])), who)
        for row in range(3):
            for column in range(3):
                found = judged(where, f"{row + 1} {column + 1}")
                assert str(found.verdict) == verdict(board, who, (row, column)), (where.text, row, column)
                assert (found.move is None) == (found.value is None) == (found.verdict is Verdict.ILLEGAL)
                if found.move is not None:
                    assert (found.move.cell, found.problem) == (3 * row + column, "")
                    assert found.value == EXACT.worth(where, found.move)


@pytest.mark.parametrize(
    ("got", "best", "expected"),
    [
        ((WON, 1), (WON, 1), "optimal"),
        ((WON, 3), (WON, 1), "slow-win"),
        ((LOST, 2), (LOST, 4), "fast-loss"),
        ((LOST, 4), (LOST, 4), "optimal"),
        ((DRAWN, 3), (DRAWN, 1), "optimal"),
        ((DRAWN, 3), (WON, 1), "win-to-draw"),
        ((LOST, 2), (WON, 1), "win-to-loss"),
        ((LOST, 2), (DRAWN, 1), "draw-to-loss"),
    ],
)
def test_a_move_is_compared_with_the_best(got: tuple[Result, int], best: tuple[Result, int], expected: str) -> None:
    for ranking in Ranking:
        assert str(compare(Value(*got), Value(*best), ranking)) == expected


def test_only_what_keeps_a_win_or_a_draw_keeps_the_result() -> None:
    kept = {verdict for verdict in Verdict if verdict.keeps_result}
    assert {str(verdict) for verdict in kept} == {"optimal", "slow-win", "fast-loss"}
    worst_first = sorted(Verdict, key=SEVERITY.__getitem__)
    assert [str(verdict) for verdict in worst_first] == [
        *("win-to-loss", "draw-to-loss", "win-to-draw", "illegal", "finished", "no-answer"),
        *("slow-win", "fast-loss", "optimal"),
    ]


OVER = position("tictactoe", "XXX/OO_/___ O")
PLAYING = position("tictactoe", "XO_/___/___ X")


@pytest.mark.parametrize(
    ("where", "answer", "verdict", "problem"),
    [
        (OVER, "-1", "optimal", ""),
        (OVER, "2 3", "finished", "the game is over (X wins); expected -1"),
        (OVER, "", "no-answer", "the game is over (X wins); expected -1"),
        (PLAYING, "-1", "illegal", "the game is not over; expected a move"),
        (PLAYING, "4 1", "illegal", "4,1 is not on the board: row 1 to 3, column 1 to 3"),
        (PLAYING, "", "no-answer", "unparsable: found nothing, expected row column"),
        (PLAYING, "middle", "no-answer", "unparsable: found 'middle', expected row column"),
    ],
)
def test_an_answer_that_is_no_move_is_told_what_is_wrong(
    where: Position, answer: str, verdict: str, problem: str
) -> None:
    found = judged(where, answer)
    assert (str(found.verdict), found.problem, found.answer, found.move, found.value) == (
        *(verdict, problem, answer),
        *(None, None),
    )


def test_a_function_is_told_what_it_should_return() -> None:
    problem = judge(PLAYING, Reply("answer", "x"), EXACT, "best_move(board)").problem
    assert problem == "unparsable: found 'x', expected a move as best_move(board) returns it"
    over = judge(OVER, Reply("answer", "2 3"), EXACT, "best_move(board)").problem
    assert over == "the game is over (X wins); expected no move"
    assert judged(PLAYING, "1 1").problem == "row 1, column 1 is taken by X"


@pytest.mark.parametrize(
    ("status", "text", "problem"),
    [
        ("time", "2 s", "time limit: 2 s"),
        ("memory", "1 GB", "memory limit: 1 GB"),
        ("output", "1 MB", "output limit: 1 MB"),
        ("crash", "ValueError", "crash: ValueError"),
        ("ended", "gone", "crash: gone"),
        ("not-asked", "it had ended before", "it had ended before"),
    ],
)
def test_a_reply_that_is_no_answer_says_why(status: str, text: str, problem: str) -> None:
    found = judge(PLAYING, Reply(status, text), EXACT)
    assert (found.verdict, found.answer, found.problem) == (Verdict.NO_ANSWER, "", problem)


def test_an_answer_may_be_spelled_in_other_ways_and_needs_a_number_where_there_is_a_choice() -> None:
    assert judged(PLAYING, "2,2").move == judged(PLAYING, "2 2").move == (4, 1)
    numbers = position("t3:2,4,5", "1_/__ even")
    assert judged(numbers, "1 2 4").verdict is Verdict.OPTIMAL  # 1 + 4 is the target
    assert judged(numbers, "1 2").verdict is Verdict.NO_ANSWER


def test_where_marks_drop_an_answer_in_the_air_is_illegal() -> None:
    empty = game("tictactoe+drop").start()
    assert judged(empty, "3 1").move == judged(empty, "1").move == (6, 1)
    found = judged(empty, "1 1")
    assert (found.verdict, found.move) == (Verdict.ILLEGAL, None)
    assert found.problem == "marks fall to the lowest empty cell of column 1; the move is 1"
