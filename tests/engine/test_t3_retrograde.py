"""Tic-Tac-Total on 3×3 once more, from the full boards backwards, with arrays and none of the package's code.

A board is a number in base 7, cell 0 first; its value is computed for every board with the right numbers of odds and
evens, level by level from nine filled cells to none. Under `quickest` a value is a score as in `search.contract`; under
`earliest-end` it is 10 × result − distance for the side to move, which orders as that ranking does.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from noughts.classroom.t3 import T3State, choose
from noughts.engine import Core, why_missing
from noughts.engine.tables import StrongTable
from noughts.games import Position, Ranking, game
from noughts.solver import solve

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(why_missing() is not None, reason="needs the compiled core"),
]

CELLS, BASE, TARGET = 9, 7, 13
WEIGHT = [BASE ** (CELLS - 1 - cell) for cell in range(CELLS)]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
NUMBERS = {0: (1, 3, 5), 1: (2, 4, 6)}
NOWHERE = -128
Codes = npt.NDArray[np.int32]
Scores = npt.NDArray[np.int8]


def boards(filled: int, first: int) -> Codes:
    """All boards with so many filled cells, the side that began having placed as many as the other or one more."""
    beginner = (filled + 1) // 2
    found = []
    for cells in combinations(range(CELLS), filled):
        for of_beginner in combinations(cells, beginner):
            codes = np.zeros(1, dtype=np.int32)
            for cell in cells:
                numbers = NUMBERS[first if cell in of_beginner else 1 - first]
                codes = (codes[:, None] + np.array(numbers, dtype=np.int32) * WEIGHT[cell]).ravel()
            found.append(codes)
    return np.concatenate(found)


def digits(codes: Codes) -> list[Codes]:
    return [codes // weight % BASE for weight in WEIGHT]


def is_won(codes: Codes) -> npt.NDArray[np.bool_]:
    cells = digits(codes)
    return np.asarray(np.any([cells[a] + cells[b] + cells[c] == TARGET for a, b, c in LINES], axis=0))


@cache
def retrograde(first: int, quickest: bool) -> Scores:
    """The value of every board for its side to move."""
    values = np.full(BASE**CELLS, NOWHERE, dtype=np.int8)
    for filled in range(CELLS, -1, -1):
        codes = boards(filled, first)
        side = (first + filled) % 2
        won = is_won(codes)
        # Whoever is to move on a board with a completed line has lost.
        values[codes[won]] = -(CELLS + 1 - filled) if quickest else -10
        going_on = codes[~won]
        best = np.full(len(going_on), NOWHERE, dtype=np.int8)
        cells = digits(going_on)
        for cell in range(CELLS):
            empty = cells[cell] == 0
            for number in NUMBERS[side]:
                after = values[going_on[empty] + number * WEIGHT[cell]]
                assert np.all(after != NOWHERE)
                best[empty] = np.maximum(best[empty], -after if quickest else towards_the_end(after))
        values[going_on] = 0 if filled == CELLS else best
    return values


def towards_the_end(after: Scores) -> Scores:
    """The value of a move, from the value after it: the result turned round, one ply further from the end."""
    result, distance = split(after)
    return (-10 * result - (distance + 1)).astype(np.int8)


def split(values: Scores) -> tuple[Scores, Scores]:
    """Result and distance from 10 × result − distance."""
    result = np.where(values > 0, 1, np.where(values > -10, 0, -1)).astype(np.int8)
    return result, (10 * result - values).astype(np.int8)


def reachable(first: int) -> npt.NDArray[np.bool_]:
    """Which boards can come about: found forwards from the empty board."""
    seen = np.zeros(BASE**CELLS, dtype=np.bool_)
    level = np.zeros(1, dtype=np.int32)
    for filled in range(CELLS + 1):
        seen[level] = True
        going_on = level[~is_won(level)]
        cells = digits(going_on)
        following = np.zeros(BASE**CELLS, dtype=np.bool_)
        for cell in range(CELLS):
            for number in NUMBERS[(first + filled) % 2]:
                following[going_on[cells[cell] == 0] + number * WEIGHT[cell]] = True
        level = np.flatnonzero(following).astype(np.int32)
    return seen


@pytest.mark.parametrize("first", [0, 1], ids=["odds first", "evens first"])
def test_every_position_agrees_with_the_strong_table(first: int) -> None:
    """10,290,672 positions with odds first, 5,776,300 of them unfinished; the same numbers with evens first."""
    start = game("t3").start(("odd", "even")[first])
    table = StrongTable(start)
    ours = np.frombuffer(table.scores, dtype=np.int8)
    there = reachable(first)
    assert np.array_equal(ours != NOWHERE, there)
    theirs = retrograde(first, quickest=True)
    assert np.array_equal(ours[there], theirs[there])
    codes = np.flatnonzero(there).astype(np.int32)
    if first == 0:
        assert len(codes) == len(table) == 10_290_672
        assert np.count_nonzero(~(is_won(codes) | np.all([cell > 0 for cell in digits(codes)], axis=0))) == 5_776_300


@pytest.mark.parametrize("first", [0, 1], ids=["odds first", "evens first"])
def test_values_best_sets_and_choices_of_the_engine_agree(first: int) -> None:
    """Random reachable positions: what the search says, and what `choose` plays, under both rankings."""
    values = {Ranking.QUICKEST: retrograde(first, True), Ranking.EARLIEST_END: retrograde(first, False)}
    chance, core = random.Random(first), Core(game("t3"))
    for _ in range(1500):
        at = game("t3").start(("odd", "even")[first])
        for _ in range(chance.randrange(8)):
            if at.outcome is None:
                at = at.play(chance.choice(at.legal_moves))
        if at.outcome is not None:
            continue
        for ranking, known in values.items():
            solution = core.solve(at, ranking)
            expected = {move: value_after(known, at.play(move), ranking) for move in at.legal_moves}
            found = {move: (int(value.result), value.distance) for move, value in solution.moves.items()}
            assert found == expected, (at, ranking)
            best = {move for move, value in expected.items() if value == found[solution.best[0]]}
            assert set(solution.best) == best
            chosen = choose(T3State(at.to_move == "odd", [list(at.board[r : r + 3]) for r in (0, 3, 6)]), ranking)
            assert chosen is not None
            first_action = min((move.cell % 3, move.cell // 3, move.mark) for move in best)
            assert (chosen.col(), chosen.row(), chosen.move()) == first_action


def value_after(known: Scores, after: Position, ranking: Ranking) -> tuple[int, int]:
    """Result and distance of the move that led here, for whoever made it, as the arrays have them."""
    value = int(known[sum(mark * weight for mark, weight in zip(after.board, WEIGHT))])
    if ranking is Ranking.QUICKEST:
        result = (value > 0) - (value < 0)
        distance = after.board.count(0) + 1 - abs(value) if result else after.board.count(0)
    else:
        result = 1 if value > 0 else 0 if value > -10 else -1
        distance = 10 * result - value
    return -result, distance + 1


def test_the_empty_board() -> None:
    assert str(solve(game("t3").start("odd")).value) == "loss in 6"
    assert str(solve(game("t3").start("even")).value) == "win in 3"
