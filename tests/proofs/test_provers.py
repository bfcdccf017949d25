"""The provers and brute force agree, with every technique on and each switched off in turn."""

from __future__ import annotations

import random
from typing import Any

import pytest

from noughts.engine import _core
from noughts.games import game
from proofs import brute_force
from proofs.making import body_of, compiled_objection, header_of, prover, python_objection, random_position, stones

ALL = 64  # every move is tried, so that what is not proved is not so
HOLDS: dict[str, dict[str, Any]] = {
    "all": {},
    "no pairings": {"pairings": False},
    "no look-ahead": {"look_ahead": False},
    "no zones": {"zones": False},
    "no symmetry": {"symmetry": False},
    "df-pn from the root": {"driven": 0},
    "driven deeper": {"driven": 2},
    "hardly any effort": {"effort": 1},
}
WINS: dict[str, dict[str, Any]] = {
    "all": {},
    "no threats": {"threats": False},
    "no refutations": {"refutations": False},
    "no symmetry": {"symmetry": False},
    "df-pn from the root": {"driven": 0},
    "hardly any effort": {"effort": 1},
}
BOARDS = ["tictactoe", "4,3,3", "3,4,3", "2,5,3", "1,6,3", "2,2,2", "3,3,2", "cube:2"]


@pytest.mark.parametrize("options", HOLDS.values(), ids=HOLDS.keys())
def test_holds_on_random_hypergraphs(options: dict[str, Any]) -> None:
    chance = random.Random(5)
    seen = set()
    for _ in range(400):
        cells = chance.randint(2, 9)
        lines = [
            chance.sample(range(cells), chance.randint(1, min(4, cells)))
            for _ in range(chance.randint(1, cells + chance.randint(0, 4)))
        ]
        search = _core.hold_prover(
            cells=cells, lines=lines, symmetries=[list(range(cells))], memory=1 << 20, replies=ALL, **options
        )
        maker, breaker = 0, 0
        for cell in range(cells):
            drawn = chance.random()
            maker, breaker = maker | (drawn < 0.1) << cell, breaker | (0.1 <= drawn < 0.15) << cell
        bits = brute_force.as_bits(lines)
        if any(line & ~maker == 0 for line in bits):
            continue
        for first in (False, True):
            expected = brute_force.breaker_holds(cells, bits, maker, breaker, first)
            found, reason, _ = search.prove(maker, breaker, first, budget=1 << 40)
            assert (found, reason) == (expected, "finished"), (cells, lines, maker, breaker, first)
            seen.add((expected, first))
    assert len(seen) == 4


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("options", HOLDS.values(), ids=HOLDS.keys())
def test_holds_on_boards(name: str, options: dict[str, Any]) -> None:
    chance, rules = random.Random(name), game(name)
    lines, search = brute_force.as_bits(rules.lines), prover(rules, "hold", replies=ALL, **options)
    for _ in range(30):
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
    for _ in range(30):
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
