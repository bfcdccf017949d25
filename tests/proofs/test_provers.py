"""The provers and brute force agree, with every technique on and each switched off in turn.

They are asked as `prove` asks them, in units that a scheduler hands out.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from tiers import quick_for

from noughts.engine import _core
from noughts.games import Position, game
from proofs import brute_force
from proofs.making import (
    TIMES,
    body_of,
    compiled_objection,
    header_of,
    is_proved,
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
    "no pairings": {"pairings": False},
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
            assert is_proved(search, drawn.one, drawn.other, first) == expected, (drawn, first)
            seen[expected, first] += 1
    assert len(seen) == 4
    assert seen.total() == 2 * HYPERGRAPHS >= 2000


def drawn_runs(seed: int) -> Iterator[Drawn]:
    """Boards cut out by chance: all lines of two or three directions, in runs that need several pairs each."""
    chance, found = random.Random(seed), 0
    while found < HYPERGRAPHS:
        rows, columns = chance.choice([(1, 8), (1, 9), (1, 10), (2, 4), (2, 5)])
        rules = game(f"{rows},{columns},{chance.randint(2, 4)}")
        lines = [[*line] for line in rules.lines if chance.random() < 0.8]
        stones = [chance.random() for _ in range(rules.cells)]
        one = sum((share < 0.15) << cell for cell, share in enumerate(stones))
        other = sum((0.15 <= share < 0.25) << cell for cell, share in enumerate(stones))
        drawn = Drawn(rules.cells, lines, one, other)
        if lines and all(line & ~one and line & ~other for line in drawn.bits):
            found += 1
            yield drawn


def test_pairings_of_runs_hold() -> None:
    """Nothing but pairings is tried, and a reply to each move: what they call held is held."""
    seen = Counter[tuple[bool, bool]]()
    for number, drawn in enumerate(drawn_runs(8)):
        search = drawn.prover(_core.hold_prover, replies=1, zones=False, effort=(0, 1, 10)[number % 3])
        found = is_proved(search, drawn.one, drawn.other, False)
        expected = brute_force.breaker_holds(drawn.cells, drawn.bits, drawn.one, drawn.other, False)
        assert expected or not found, drawn
        seen[expected, found] += 1
    assert min(seen[True, True], seen[False, False]) > HYPERGRAPHS // 4


@pytest.mark.parametrize("how", quick_for(WINS, "all", "no threats"))
def test_wins_on_random_hypergraphs(how: str) -> None:
    options, seen = WINS[how], Counter[tuple[bool, bool]]()
    for drawn in drawn_hypergraphs(6, 0.1, is_even=True):
        search = drawn.prover(_core.win_prover, candidates=ALL, **options)
        for first in (False, True):
            expected = brute_force.attacker_wins(drawn.cells, drawn.bits, drawn.one, drawn.other, first)
            assert is_proved(search, drawn.one, drawn.other, first) == expected, (drawn, first)
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
            assert is_proved(search, drawn.one, drawn.other, first) == expected, (drawn, first)
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
            assert is_proved(search, mine, theirs, first) == expected, (position, side)


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
            assert is_proved(search, mine, theirs, first) == expected, (position, side)


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
            assert is_proved(search, mine, theirs, first) == expected, (position, side)


def can_be_proved(position: Position, parts: list[tuple[str, str]]) -> bool:
    """Whether all parts of a proof are true, by brute force."""
    rules, lines = position.game, brute_force.as_bits(position.game.lines)
    for kind, side in parts:
        mine, theirs = stones(position, side), stones(position, rules.opponent[side])
        moves = side == position.to_move
        if kind == "win" and not brute_force.attacker_wins(rules.cells, lines, mine, theirs, moves):
            return False
        if kind == "hold" and not brute_force.breaker_holds(rules.cells, lines, mine, theirs, not moves):
            return False
    return True


def drawn_claim(position: Position, kind: str, chance: random.Random) -> tuple[str, list[tuple[str, str]]]:
    """A result that a proof of this kind may have, and its parts."""
    mover, other = position.to_move, position.game.opponent[position.to_move]
    if kind == "hold":
        return "draw", [("hold", mover), ("hold", other)]
    return chance.choice([("win", [("win", mover)]), ("loss", [("win", other)])])


def assert_stands(position: Position, result: str, parts: list[tuple[str, str]], body: bytes) -> None:
    header = header_of(position, result, parts)
    assert python_objection(header, body) is None, position
    assert compiled_objection(header, body) is None, position


@pytest.mark.parametrize("kind", ["hold", "win"])
@pytest.mark.parametrize("name", BOARDS)
def test_there_is_a_certificate_where_it_is_true_and_it_passes_both_checkers(name: str, kind: str) -> None:
    chance, rules = random.Random(f"{name} d"), game(name)
    certified = 0
    for options in (HOLDS if kind == "hold" else WINS).values():
        for _ in range(40 if kind == "hold" else 12):
            position = random_position(rules, chance, rules.cells - 2)
            result, parts = drawn_claim(position, kind, chance)
            body = body_of(position, parts, **{"replies" if kind == "hold" else "candidates": ALL}, **options)
            assert (body is not None) == can_be_proved(position, parts), (position, parts, options)
            if body is not None:
                certified += 1
                assert_stands(position, result, parts, body)
    # Two in a row is won by whoever moves: nobody can be held.
    assert certified > 0 or (kind == "hold" and rules.length == 2)


@pytest.mark.parametrize(
    ("name", "kind", "plies"),
    [("4,4,4", "hold", 6), ("6,6,5", "hold", 6), ("6,5,4", "win", 4), ("cube:3", "win", 8)],
)
def test_proofs_of_larger_boards_pass_both_checkers(name: str, kind: str, plies: int) -> None:
    chance, rules = random.Random(name), game(name)
    certified = 0
    for _ in range(20):
        position = random_position(rules, chance, plies)
        result, parts = drawn_claim(position, kind, chance)
        body = body_of(position, parts)
        if body is not None:
            certified += 1
            assert_stands(position, result, parts, body)
    assert certified >= 3
