"""Positions that a symmetry carries into each other have solutions that the same symmetry carries into each other."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from sampling import RANKINGS, unfinished_positions
from tiers import quick_for

from noughts.games import Game, Move, Position, Ranking, Value, game
from noughts.search import Symmetry, Table, Threats
from noughts.solver import solve


def carried(moves: dict[Move, Value], symmetry: tuple[int, ...]) -> dict[Move, Value]:
    """The moves as they look after the symmetry, by which the content of cell `symmetry[i]` moves to cell `i`."""
    return {Move(symmetry.index(move.cell), move.mark): value for move, value in moves.items()}


NAMES = ("tictactoe", "tictactoe+misere", "wild", "notakto", "3,4,3", "cube:2", "t3:2,12,13")


@pytest.mark.parametrize("name", quick_for(NAMES, "notakto", "cube:2"))
@pytest.mark.parametrize("ranking", RANKINGS, ids=str)
@given(data=st.data())
def test_every_symmetry_carries_every_moves_value_along(name: str, ranking: Ranking, data: st.DataObject) -> None:
    """Solved without any use of symmetry, each image on its own."""
    rules = game(name)
    asked = data.draw(unfinished_positions([rules]).filter(lambda position: position.board.count(0) <= 6))
    solution = Table(ranking).solve(asked)
    for symmetry in rules.automorphisms:
        image = asked.transformed(symmetry)
        seen = Table(ranking).solve(image)
        assert seen.value == solution.value
        assert seen.moves == carried(solution.moves, symmetry)
        assert set(seen.best) == {Move(symmetry.index(move.cell), move.mark) for move in solution.best}


def filled(rules: Game, empty: int) -> list[Position]:
    """Boards filled move by move, never completing a line where that can be avoided, until few cells are empty."""
    found = []
    for offset in range(4):
        current = rules.start()
        while current.outcome is None and current.board.count(0) > empty:
            quiet = [move for move in current.legal_moves if current.play(move).outcome is None]
            moves = quiet or current.legal_moves
            current = current.play(moves[(7 * current.board.count(0) + offset) % len(moves)])
        if current.outcome is None:
            found.append(current)
    return found


@pytest.mark.parametrize("name", ["4,4,4", "cube:3", "qubic", "t3:4", "numerical"])
@pytest.mark.parametrize("ranking", RANKINGS, ids=str)
def test_the_larger_groups_carry_solutions_along_too(name: str, ranking: Ranking) -> None:
    rules = game(name)
    boards = filled(rules, 4)
    assert boards
    for asked in boards:
        solution = solve(asked, ranking, algorithm=Table)
        for symmetry in rules.automorphisms:
            seen = solve(asked.transformed(symmetry), ranking, algorithm=Table)
            assert seen.value == solution.value
            assert seen.moves == carried(solution.moves, symmetry)


@pytest.mark.parametrize("name", ["tictactoe", "4,4,4", "cube:3", "qubic", "t3:4", "3,4,3"])
@pytest.mark.parametrize("rung", [Symmetry, Threats], ids=lambda rung: rung.name)
def test_positions_that_look_alike_share_one_entry_in_the_table(name: str, rung: type[Symmetry]) -> None:
    rules = game(name)
    asked = filled(rules, rules.cells - 5)[0]
    search = rung()
    assert len({search.key(asked.transformed(symmetry)) for symmetry in rules.automorphisms}) == 1
    other_turn = Position(rules, asked.board, rules.opponent[asked.to_move])
    assert search.key(other_turn) != search.key(asked)
