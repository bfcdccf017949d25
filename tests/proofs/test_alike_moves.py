"""Moves that a symmetry of the position makes equal are known equally well, however little is known."""

from __future__ import annotations

import random

import pytest
from oracle import images

from noughts.games import Position, game, position
from noughts.search import Solution
from noughts.solver import Solver, at_once, solve


def orbits(now: Position) -> list[set[int]]:
    """The empty cells by what turning and mirroring makes of the board with one more mark, by the oracle."""
    found: dict[frozenset[tuple[int, ...]], set[int]] = {}
    for cell, mark in enumerate(now.board):
        if not mark:
            marked = [*now.board[:cell], 9, *now.board[cell + 1 :]]
            found.setdefault(frozenset(images(marked, now.game.shape)), set()).add(cell)
    return list(found.values())


def says_the_same(solution: Solution) -> bool:
    """Whether cells of one orbit have the same values and bounds."""
    now = solution.position
    known = {move.cell: (solution.moves.get(move), solution.bounds_of(move)) for move in now.legal_moves}
    return all(len({known[cell] for cell in orbit}) == 1 for orbit in orbits(now))


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("7,7,5", "_______/_______/_______/_______/_______/_______/_______ X"),
        pytest.param("7,7,5", "_______/_______/_______/___X___/_______/_______/_______ O", marks=pytest.mark.slow),
        ("7,7,5", "_______/_______/__X____/___O___/_______/_______/_______ X"),
        pytest.param("6,6,5", "______/______/______/______/______/______ X", marks=pytest.mark.slow),
        ("5,5,4", "_____/_____/__X__/_____/_____ O"),
        pytest.param("qubic", "//".join(["/".join(["____"] * 4)] * 4) + " X", marks=pytest.mark.slow),
    ],
)
def test_equal_moves_are_known_equally_well(name: str, board: str) -> None:
    now = position(name, board)
    for seconds in (0.02, 0.3):
        solution = Solver().solve(now, time_limit=seconds, every_move=True)
        assert says_the_same(solution)
        assert says_the_same(solve(now, time_limit=seconds))
    assert solution.moves or solution.move_bounds


@pytest.mark.slow
def test_what_a_proof_says_at_once_is_said_of_the_mirror_image() -> None:
    now = game("qubic").start()
    by_proof = at_once(now)
    assert by_proof.move_bounds
    assert says_the_same(by_proof.spread())


@pytest.mark.parametrize("name", ["tictactoe", "wild", "4,4,4", "cube:2", "t3", "notakto"])
def test_moves_called_alike_have_the_same_exact_value(name: str) -> None:
    chance, solver, compared = random.Random(name), Solver(), 0
    for _ in range(30):
        now = game(name).start()
        for _ in range(chance.randrange(2, 5)):
            now = now if now.outcome is not None else now.play(chance.choice(now.legal_moves))
        if now.outcome is not None or (name == "4,4,4" and now.board.count(0) > 13):
            continue
        values = solver.solve(now).moves
        groups = now.alike(now.legal_moves)
        assert sorted(move for group in groups for move in group) == sorted(now.legal_moves)
        for group in groups:
            assert len({values[move] for move in group if move in values}) <= 1, (now.text, group)
            compared += len(group) > 1
    assert compared > 3


def test_a_search_that_was_stopped_says_the_same_of_equal_moves() -> None:
    now = position("5,5,4", "_____/_____/__X__/_____/_____ O")
    stopped = [solve(now, node_limit=limit) for limit in (200, 5_000, 60_000)]
    assert all(says_the_same(one) for one in stopped if one.moves)
