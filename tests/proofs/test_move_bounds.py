"""What is proved about single moves within a moment agrees with an exact search, and with what `solve` says."""

from __future__ import annotations

import random

import pytest

from noughts.games import Move, Position, Result, Value, game, position
from noughts.proofs.move_bounds import MoveBounds, has_provers
from noughts.proofs.strategies import Strategy, _Play, strategy_for
from noughts.search import ANYTHING, Source, Status
from noughts.solver import Solver, at_once, solve

FOUR_PLIES_EACH = "_______/____O__/__X____/_X_O___/_OO_XX_/_______/_______ X"  # mock-up 12


def played_by_chance(now: Position, plies: int, chance: random.Random) -> Position:
    for _ in range(plies):
        now = now if now.outcome is not None else now.play(chance.choice(now.legal_moves))
    return now


@pytest.mark.parametrize("name", ["4,4,3", "4,4,4", "5,4,4", "3,3,3", "5,3,3", "cube:3"])
def test_bounds_of_moves_hold_the_exact_values(name: str) -> None:
    chance, exact = random.Random(name), Solver()
    provers = MoveBounds(game(name))
    said = 0
    for _ in range(15):
        now = played_by_chance(game(name).start(), chance.randrange(2, 9), chance)
        if now.outcome is not None:
            continue
        found, _nodes = provers.find(now, seconds=5, rounds=2)
        values = exact.solve(now).moves
        for move, (lower, upper) in found.items():
            if move in values:  # with a win at once the other moves are not looked at
                assert lower <= values[move].result <= upper, (now.text, move)
            said += (lower, upper) != ANYTHING
    assert said > 30


def test_what_is_known_already_is_not_asked_again() -> None:
    now = position("7,7,5", FOUR_PLIES_EACH)
    provers = MoveBounds(now.game)
    found, nodes = provers.find(now, seconds=20, rounds=2)
    assert nodes > 0
    assert provers.find(now, found, seconds=20, rounds=2) == (found, 0)


def test_the_position_of_the_picture_is_settled_move_by_move() -> None:
    now = position("7,7,5", FOUR_PLIES_EACH)
    solution = Solver().solve(now, time_limit=20, every_move=True)
    assert solution.result is Result.DRAW
    assert solution.status is Status.PROVEN
    assert solution.source is Source.PROOF
    results = [solution.bounds_of(move) for move in now.legal_moves]
    assert results.count((Result.DRAW, Result.DRAW)) == 15
    assert results.count((Result.LOSS, Result.LOSS)) == 26
    assert all(solution.bounds_of(move) == (Result.DRAW, Result.DRAW) for move in solution.best)


def test_moves_that_lose_at_once_are_known_without_a_search() -> None:
    rows = "XXX_/____/____/____//____/_O__/____/____//____/____/__O_/____//____/____/____/____ O"
    now = position("qubic", rows)
    known = at_once(now)
    block = now.move("1 1 4")
    assert set(known.moves) == set(now.legal_moves) - {block}
    assert set(known.moves.values()) == {Value(Result.LOSS, 2)}
    assert known.result is None
    assert known.bounds_of(block) == ANYTHING
    two = position("qubic", rows.replace("/_O__/____/", "/_O__/XXX_/"), lenient=True)
    lost = at_once(two)
    assert lost.value == Value(Result.LOSS, 2)
    assert set(lost.moves) == set(two.legal_moves)
    assert len(lost.line) == 2


@pytest.mark.parametrize("name", ["5,5,4", "6,6,5", "7,7,5", "8,8,6"])
def test_a_limited_search_falls_back_on_a_proof(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    core = Solver().core(game(name))
    monkeypatch.setattr(  # stopped after a few nodes, however quick the machine is
        Solver, "_search", lambda _solver, asked, ranking, *_limits: core.solve(asked, ranking, node_limit=10)
    )
    solution = Solver().solve(game(name).start(), time_limit=0.02, every_move=True)
    assert solution.result is Result.DRAW
    assert solution.source is Source.PROOF
    for move in solution.position.legal_moves:
        assert solution.bounds_of(move)[1] is Result.DRAW


def test_no_move_is_worth_more_than_the_position() -> None:
    solution = at_once(game("qubic").start().play("1 1 1"))
    assert solution.result is Result.LOSS
    assert {solution.bounds_of(move) for move in solution.position.legal_moves} == {(Result.LOSS, Result.LOSS)}
    first = at_once(game("qubic").start())
    assert first.bounds_of(first.best[0]) == (Result.WIN, Result.WIN)
    assert first.bounds_of(first.position.legal_moves[-1]) == ANYTHING


def test_games_that_the_provers_do_not_know_are_left_to_the_search() -> None:
    for name in ("t3", "wild", "tictactoe+misere", "notakto"):
        assert not has_provers(game(name))
        start = game(name).start()
        limited = Solver().solve(start, time_limit=20, every_move=True)
        assert limited.value == solve(start).value
        assert limited.move_bounds == {}


def test_the_way_to_a_position_is_found_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step of the proof is taken once for each try: none replays the game from its beginning."""
    known, chance, steps = strategy_for(game("7,7,5").start()), random.Random(5), 0
    assert isinstance(known, Strategy)
    now, moves = known.position, list[Move]()
    while len(moves) < 10:
        answer = known.answer(moves)
        moves.append(chance.choice(now.legal_moves) if answer is None else Move(answer.cell, 2))
        now = now.play(moves[-1])
    reply = _Play.reply

    def counted(self: _Play, position: Position, last: int) -> object:
        nonlocal steps
        steps += 1
        return reply(self, position, last)

    monkeypatch.setattr(_Play, "reply", counted)
    found = known.moves_to(now)
    assert found is not None
    assert known.is_followed(found)
    steps = 0
    off = now.play(now.legal_moves[0])
    assert known.moves_to(off.play(off.legal_moves[-1]), tries=500) is None
    assert steps <= 500
