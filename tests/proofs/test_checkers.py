"""What a checker accepts is true: damaged and forged certificates are refused, by both checkers and for one reason."""

from __future__ import annotations

import random
from functools import cache
from math import prod
from typing import Any

import pytest

from noughts.games import position
from noughts.proofs import checker
from proofs import brute_force
from proofs.making import body_of, claim_of, compiled_objection, header_of, python_objection, text_of, verdicts

Parts = list[tuple[str, str]]

# A true claim of every kind, on a board small enough to know the truth about it without any proof.
TRUE: dict[str, tuple[str, str | None, str, Parts]] = {
    "a hold": ("2,5,3", None, "draw", [("hold", "X")]),
    "two holds": ("2,5,3", "_____/__OX_ X", "draw", [("hold", "X"), ("hold", "O")]),
    "a guard": ("tictactoe", None, "draw", [("guard", "X")]),
    "a win": ("tictactoe", "XO_/___/___ X", "win", [("win", "X")]),
    "a loss": ("tictactoe", "XO_/_X_/___ O", "loss", [("win", "X")]),
    "a longer win": ("tictactoe", "X__/___/_O_ X", "win", [("win", "X")]),
}


@cache
def true_certificate(name: str) -> tuple[dict[str, Any], bytes]:
    rules, board, result, parts = TRUE[name]
    where = position(rules, board)
    body = body_of(where, parts)
    assert body is not None
    return header_of(where, result, parts), body


def is_true(header: dict[str, Any]) -> bool:
    """Whether the claim holds, by brute force."""
    claim = claim_of(header)
    lines, cells = tuple(claim.lines), claim.everything.bit_length()
    other = "O" if claim.mover == "X" else "X"
    mine, theirs = claim.stones[claim.mover], claim.stones[other]
    wins = brute_force.attacker_wins(cells, lines, mine, theirs, True)
    loses = brute_force.attacker_wins(cells, lines, theirs, mine, False)
    return bool({"win": wins, "loss": loses, "draw": not wins and not loses}[header["result"]])


@pytest.mark.parametrize("name", TRUE)
def test_true_certificates_stand(name: str) -> None:
    header, body = true_certificate(name)
    assert is_true(header)
    assert python_objection(header, body) is None
    assert compiled_objection(header, body) is None


def mutations(body: bytes, chance: random.Random) -> list[bytes]:
    """Every single bit, and many bytes dropped, doubled, swapped, replaced or cut off."""
    found = [
        bytes([*body[:at], body[at] ^ 1 << bit, *body[at + 1 :]])
        for at in range(min(len(body), 150))
        for bit in range(8)
    ]
    for _ in range(200):
        at, to = sorted(chance.sample(range(len(body) + 1), 2))
        piece = body[at:to]
        found += [body[:at] + body[to:], body[:at] + piece * 2 + body[to:], body[:at]]
        found.append(body[:at] + bytes(reversed(piece)) + body[to:])
        found.append(body[:at] + bytes([chance.randrange(256)]) + body[at + 1 :])
    return [mutant for mutant in found if mutant != body]


@pytest.mark.parametrize("name", TRUE)
def test_both_checkers_judge_every_mutant_alike(name: str) -> None:
    """A mutant of a true proof can be a true proof; that the claim is true whatever the body, brute force has said."""
    header, body = true_certificate(name)
    refused = 0
    for mutant in mutations(body, random.Random(name)):
        objections = python_objection(header, mutant), compiled_objection(header, mutant)
        assert (objections[0] is None) == (objections[1] is None), (mutant.hex(), objections)
        refused += objections[0] is not None
    assert refused > 100


@pytest.mark.parametrize("name", TRUE)
def test_no_mutant_proves_a_false_claim(name: str) -> None:
    """The body of a true proof, whole and damaged, under headers that claim something else."""
    header, body = true_certificate(name)
    chance = random.Random(name)
    stones = header["position"].split(" ")
    elsewhere = []
    for at, mark in enumerate(stones[0]):
        if mark != "/":
            elsewhere += [f"{stones[0][:at]}{other}{stones[0][at + 1 :]} {stones[1]}" for other in "XO_"]
    elsewhere += [f"{stones[0]} {side}" for side in "XO"]
    bodies = [body, *chance.sample(mutations(body, chance), 12)]
    tried = 0
    for where in elsewhere:
        for result, parts in {(result, tuple(parts)) for _, _, result, parts in map(TRUE.__getitem__, TRUE)}:
            claims = [{"kind": kind, "side": side} for kind, side in parts]
            forged = {**header, "position": where, "result": result, "parts": claims}
            claim = claim_of(forged)
            if any(line & ~own == 0 for own in claim.stones.values() for line in claim.lines) or is_true(forged):
                continue
            for mutant in bodies:
                tried += 1
                assert python_objection(forged, mutant) is not None, (where, result, mutant.hex())
                assert compiled_objection(forged, mutant) is not None, (where, result, mutant.hex())
    assert tried > 100


@pytest.mark.parametrize(
    ("name", "true_parts", "result", "parts"),
    [
        ("6,5,4", [("win", "X")], "draw", [("hold", "X")]),
        ("6,5,4", [("win", "X")], "draw", [("guard", "X")]),
        ("7,7,5", [("hold", "X")], "win", [("win", "X")]),
        ("7,7,5", [("hold", "X")], "loss", [("win", "O")]),
        ("7,7,5", [("hold", "X")], "draw", [("hold", "O")]),
        ("6,6,5", [("hold", "X")], "win", [("hold", "X")]),
    ],
)
def test_a_proof_of_something_else_proves_nothing(name: str, true_parts: Parts, result: str, parts: Parts) -> None:
    where = position(name)
    body = body_of(where, true_parts)
    assert body is not None
    forged = header_of(where, result, parts)
    assert python_objection(forged, body) is not None
    assert compiled_objection(forged, body) is not None


@pytest.mark.parametrize(("name", "kind"), [("6,5,4", "hold"), ("qubic", "hold"), ("6,5,4", "guard")])
def test_strategies_made_up_for_false_claims_are_refused(name: str, kind: str) -> None:
    """Draws claimed where the first side wins: pairings, strategies and references that look right from outside."""
    where, chance = position(name), random.Random(9)
    cells = where.game.cells
    forged = {**header_of(where, "draw", [(kind, "X")]), "symmetries": [list(range(cells))]}
    for _ in range(100):
        order = chance.sample(range(cells), cells)
        pairing = bytes([1, cells // 2 - 1, *order[: 2 * (cells // 2 - 1)]])
        answers = b"".join(
            bytes([move, reply]) + chance.choice([bytes([1, 0]), bytes([3, 0, 0]), pairing, bytes([5, 0, 0])])
            for move, reply in zip(order[::2], order[1::2])
        )
        node = bytes([4 if kind == "guard" and chance.random() < 0.5 else 2])
        body = chance.choice([pairing, node + answers + b"\xfe", node + b"\xfe", b"\x03\x00\x00", b""])
        assert python_objection(forged, body) is not None
        assert compiled_objection(forged, body) is not None


def test_headers_that_make_no_sense_are_not_certificates() -> None:
    header, body = true_certificate("a hold")
    wrong: list[dict[str, Any]] = [
        {"shape": [2, 64]},
        {"shape": "25"},
        {"shape": [2, -5]},
        {"length": "3"},
        {"length": 0},
        {"position": "_____/_____"},
        {"position": "_____/____ X"},
        {"position": "_____/____Z X"},
        {"position": None},
        {"symmetries": [[0] * 10]},
        {"symmetries": [[1, 0, *range(2, 10)]]},
        {"symmetries": [list(range(9))]},
        {"parts": 7},
        {"parts": [{"kind": "hold"}]},
    ]
    for change in wrong:
        assert verdicts(text_of({**header, **change}), body) == (("no certificate", 0),) * 2, change
    for missing in header:
        left = {key: value for key, value in header.items() if key != missing}
        assert verdicts(text_of(left), body) == (("no certificate", 0),) * 2, missing


@pytest.mark.parametrize(
    ("shape", "length"),
    [([3, 3], 3), ([4, 6], 4), ([8, 8], 5), ([1, 6], 3), ([2, 3, 4], 3), ([4, 4, 4], 4)],
)
def test_the_compiled_checker_computes_the_same_lines(shape: list[int], length: int) -> None:
    """A pairing without pairs is refused with the first line that it leaves open."""
    board = "//".join(["/".join(["_" * shape[-1]] * shape[-2])] * prod(shape[:-2]))
    parts = [{"kind": "hold", "side": "X"}]
    claim = {"game": "", "shape": shape, "length": length, "position": f"{board} X", "result": "draw", "parts": parts}
    first = checker.cells_in(checker.lines_of(tuple(shape), length)[0])
    objection = compiled_objection({**claim, "symmetries": []}, bytes([1, 0]))
    assert objection is not None
    assert str(first) in objection
