"""JUDGE and GAME on large boards: a proof answers, and what is not known is said in one line, soon."""

from __future__ import annotations

import random

import pytest
from tiers import needs_core

from noughts.engine import core
from noughts.errors import SearchStopped
from noughts.games import Move, Position, game
from noughts.games.notation import boxed
from noughts.proofs.strategies import Strategy, strategy_for
from noughts.protocols import game as game_protocol, judge
from noughts.solver import best, solve

from .inprocess import Reply, converse
from .programs import COMMAND, run

UNKNOWN = "X______/______O/_______/___X___/_______/_______/______O X"


def question(position: Position) -> str:
    return f"JUDGE\n{boxed.write(position)}\n"


def proof(position: Position) -> Strategy:
    found = strategy_for(position)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "first"), [("7,7,5", "X"), ("6,6,5", "O"), ("6,5,4", "X"), pytest.param("qubic", "X", marks=needs_core)]
)
def test_the_answer_is_the_move_of_the_proof(name: str, first: str) -> None:
    start = game(name).start(first)
    strategy = proof(start)
    played = [] if strategy.side == first else [start.legal_moves[3]]
    position = start.play(played[0]) if played else start
    expected = strategy.answer(played)
    assert expected is not None
    reply = converse(question(position).encode(), game(name))
    assert (reply.code, reply.err) == (0, "")
    assert reply.out.split() == [*map(str, position.game.place(expected.cell))]


def test_the_best_moves_are_those_of_solve() -> None:
    chance = random.Random(7)
    for name in ("4,4,3", "7,7,5", "qubic", "t3:4", "8,5,6"):
        position = game(name).start()
        for _ply in range(8):
            solution = solve(position, node_limit=20000)
            if solution.best:
                assert best(position, time_limit=20)[0] in solution.best
                position = position.play(solution.best[0])
            else:
                position = position.play(chance.choice(position.legal_moves))
            if position.outcome is not None:
                break


def test_a_proof_without_a_move_is_said_at_once() -> None:
    done = run(*COMMAND, "judge", "--game", "7,7,5", text=question(game("7,7,5").start()))
    assert (done.returncode, done.stdout) == (2, b"")
    (line,) = done.stderr.decode().splitlines()
    assert line.endswith("X is not known: the proof says draw, and names no move for X")


def test_what_is_not_known_is_said_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "ANSWER_SECONDS", 0.2)
    monkeypatch.setattr(game_protocol, "ANSWER_SECONDS", 0.2)
    position = Position("7,7,5", UNKNOWN)
    said = f"noughts: the best move of {UNKNOWN} is not known within 0.2 seconds\n"
    assert converse(question(position).encode(), position.game) == Reply(2, "", said)
    board = boxed.draw(position)
    assert converse(f"GAME\nFIRST X\nHUMAN O\n{board}\n".encode(), position.game) == Reply(2, "", said)


@needs_core
def test_without_the_core_the_time_is_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.solver.why_missing", lambda: "it is not there")
    assert core.why_missing() is None
    assert best(Position("tictactoe", "XX_/OO_/___ X"), time_limit=60) == [Move(2, 1)]
    with pytest.raises(SearchStopped, match=r"is not known within 0\.2 seconds"):
        best(Position("5,5,4"), time_limit=0.2)


def test_game_follows_a_proof_move_by_move() -> None:
    """The computer, as O, plays by the proof whatever X does; the moves played tell where it is in the proof. With four
    moves each nobody has five in a row."""
    start, chance = game("7,7,5").start(), random.Random(3)
    strategy, position, played, answers = proof(start), start, list[Move](), list[str]()
    for _ply in range(8):
        if position.to_move == "O":
            answer = strategy.answer(played)
            assert answer is not None
            move = Move(answer.cell, 2)
        else:
            move = chance.choice(position.legal_moves)
            answers.append(" ".join(map(str, start.game.place(move.cell))))
        played.append(move)
        position = position.play(move)
    reply = converse("\n".join(["GAME", "FIRST X", "HUMAN X", *answers, ""]).encode(), start.game)
    assert reply.code == 0 and "the input ended" in reply.err
    assert reply.out.endswith(boxed.draw(position) + "\n")
