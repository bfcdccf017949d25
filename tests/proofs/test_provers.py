"""The provers and brute force agree, with every technique on and each switched off in turn."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from noughts.engine import _core
from noughts.games import game
from proofs import brute_force
from proofs.making import (
    TIMES,
    body_of,
    compiled_objection,
    header_of,
    prover,
    python_objection,
    random_position,
    stones,
)

ALL = 64  # every move is tried, so that what is not proved is not so
HOLDS: dict[str, dict[str, Any]] = {
    "all": {},
    "no pairings": {"pairings": False},
    "no look-ahead": {"look_ahead": False},
    "no zones": {"zones": False},
    "no symmetry": {"symmetry": False},
    "df-pn from the root": {"root_moves": 0},
    "root_moves deeper": {"root_moves": 2},
    "hardly any effort": {"effort": 1},
}
WINS: dict[str, dict[str, Any]] = {
    "all": {},
    "no threats": {"threats": False},
    "no refutations": {"refutations": False},
    "no symmetry": {"symmetry": False},
    "df-pn from the root": {"root_moves": 0},
    "hardly any effort": {"effort": 1},
}
BOARDS = ["tictactoe", "4,3,3", "3,4,3", "2,5,3", "1,6,3", "2,2,2", "3,3,2", "cube:2"]


HYPERGRAPHS, POSITIONS = 1200 * TIMES, 150 * TIMES  # for each option, and for each board and option


class Drawn(NamedTuple):
    """A hypergraph, and who owns which of its cells; nobody owns a line."""

    cells: int
    lines: list[list[int]]
    one: int
    other: int

    @property
    def bits(self) -> tuple[int, ...]:
        return brute_force.as_bits(self.lines)

    def prover(self, make: Callable[..., _core.Prover], **options: Any) -> _core.Prover:
        nothing = [list(range(self.cells))]
        return make(cells=self.cells, lines=self.lines, symmetries=nothing, memory=1 << 20, **options)


def drawn_hypergraphs(seed: int, theirs: float, *, is_even: bool = False) -> Iterator[Drawn]:
    """Lines of one to four cells, of one length if asked for. One side owns a tenth of the cells, the other the share
    given."""
    chance, found = random.Random(seed), 0
    while found < HYPERGRAPHS:
        cells = chance.randint(2, 9)
        length = chance.randint(1, min(4, cells))
        lines = [
            chance.sample(range(cells), length if is_even else chance.randint(1, min(4, cells)))
            for _ in range(chance.randint(1, cells + chance.randint(0, 4)))
        ]
        one, other = 0, 0
        for cell in range(cells):
            share = chance.random()
            one, other = one | (share < 0.1) << cell, other | (0.1 <= share < 0.1 + theirs) << cell
        drawn = Drawn(cells, lines, one, other)
        if all(line & ~one and line & ~other for line in drawn.bits):
            found += 1
            yield drawn


@pytest.mark.parametrize("options", HOLDS.values(), ids=HOLDS.keys())
def test_holds_on_random_hypergraphs(options: dict[str, Any]) -> None:
    seen = Counter[tuple[bool, bool]]()
    for drawn in drawn_hypergraphs(5, 0.05):
        search = drawn.prover(_core.hold_prover, replies=ALL, **options)
        for first in (False, True):
            expected = brute_force.breaker_holds(drawn.cells, drawn.bits, drawn.one, drawn.other, first)
            found, reason, _ = search.prove(drawn.one, drawn.other, first, budget=1 << 40)
            assert (found, reason) == (expected, "finished"), (drawn, first)
            seen[expected, first] += 1
    assert len(seen) == 4
    assert seen.total() == 2 * HYPERGRAPHS >= 2000


@pytest.mark.parametrize("options", WINS.values(), ids=WINS.keys())
def test_wins_on_random_hypergraphs(options: dict[str, Any]) -> None:
    seen = Counter[tuple[bool, bool]]()
    for drawn in drawn_hypergraphs(6, 0.1, is_even=True):
        search = drawn.prover(_core.win_prover, candidates=ALL, **options)
        for first in (False, True):
            expected = brute_force.attacker_wins(drawn.cells, drawn.bits, drawn.one, drawn.other, first)
            found, reason, _ = search.prove(drawn.one, drawn.other, first, budget=1 << 40)
            assert (found, reason) == (expected, "finished"), (drawn, first)
            seen[expected, first] += 1
    assert len(seen) == 4
    assert seen.total() == 2 * HYPERGRAPHS >= 2000


def test_guards_on_random_hypergraphs() -> None:
    """A guard keeps the other from winning, by threats as well: in the game in which a line of either ends it."""
    seen = Counter[tuple[bool, bool]]()
    for drawn in drawn_hypergraphs(7, 0.1, is_even=True):
        search = drawn.prover(_core.guard_prover)
        for first in (False, True):
            expected = not brute_force.attacker_wins(drawn.cells, drawn.bits, drawn.one, drawn.other, not first)
            found, reason, _ = search.prove(drawn.one, drawn.other, first, budget=1 << 40)
            assert (found, reason) == (expected, "finished"), (drawn, first)
            seen[expected, first] += 1
    assert len(seen) == 4
    assert seen.total() == 2 * HYPERGRAPHS >= 2000


@pytest.mark.parametrize("name", BOARDS)
def test_guards_on_boards(name: str) -> None:
    chance, rules = random.Random(name), game(name)
    lines, search = brute_force.as_bits(rules.lines), prover(rules, "guard")
    for _ in range(POSITIONS):
        position = random_position(rules, chance, 5)
        for side in rules.sides:
            mine, theirs = stones(position, side), stones(position, rules.opponent[side])
            first = side != position.to_move
            expected = not brute_force.attacker_wins(rules.cells, lines, mine, theirs, not first)
            assert search.prove(mine, theirs, first, budget=1 << 40)[0] == expected, (position, side)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("options", HOLDS.values(), ids=HOLDS.keys())
def test_holds_on_boards(name: str, options: dict[str, Any]) -> None:
    chance, rules = random.Random(name), game(name)
    lines, search = brute_force.as_bits(rules.lines), prover(rules, "hold", replies=ALL, **options)
    for _ in range(POSITIONS):
        position = random_position(rules, chance, 5)
        for side in rules.sides:
            mine, theirs = stones(position, side), stones(position, rules.opponent[side])
            first = side != position.to_move
            expected = brute_force.breaker_holds(rules.cells, lines, mine, theirs, first)
            assert search.prove(mine, theirs, first, budget=1 << 40)[0] == expected, (position, side)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("options", WINS.values(), ids=WINS.keys())
def test_wins_on_boards(name: str, options: dict[str, Any]) -> None:
    chance, rules = random.Random(name), game(name)
    lines, search = brute_force.as_bits(rules.lines), prover(rules, "win", candidates=ALL, **options)
    for _ in range(POSITIONS):
        position = random_position(rules, chance, 5)
        for side in rules.sides:
            mine, theirs = stones(position, side), stones(position, rules.opponent[side])
            first = side == position.to_move
            expected = brute_force.attacker_wins(rules.cells, lines, mine, theirs, first)
            assert search.prove(mine, theirs, first, budget=1 << 40)[0] == expected, (position, side)


@pytest.mark.parametrize("kind", ["hold", "win"])
@pytest.mark.parametrize("name", [*BOARDS, "4,4,4", "5,5,4", "cube:3"])
def test_every_proof_passes_both_checkers(name: str, kind: str) -> None:
    chance, rules = random.Random(name), game(name)
    certified = 0
    for options in (HOLDS if kind == "hold" else WINS).values():
        if rules.cells > 12 and options:
            continue
        for _ in range(12):
            position = random_position(rules, chance, 6)
            mover, other = position.to_move, rules.opponent[position.to_move]
            if kind == "hold":
                result, parts = "draw", [("hold", mover), ("hold", other)]
            else:
                result, parts = chance.choice([("win", [("win", mover)]), ("loss", [("win", other)])])
            body = body_of(position, parts, **options)
            if body is None:
                continue
            certified += 1
            header = header_of(position, result, parts)
            assert python_objection(header, body) is None, position
            assert compiled_objection(header, body) is None, position
    assert certified or (name, kind) not in {("4,4,4", "hold"), ("tictactoe", "win")}
