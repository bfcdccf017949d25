"""Thousands of damaged and forged certificates: none of them is taken for a proof that it is not.

A mutant may be a true proof still. Then both checkers say so, and what it claims is what brute force or the literature
says of the game.
"""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from tiers import quick_for

from noughts.games import position
from noughts.proofs import checker
from noughts.proofs.strategies import SHIPPED
from proofs import structure
from proofs.making import (
    TIMES,
    claim_of,
    compiled_objection,
    file_of,
    file_verdicts,
    header_of,
    python_objection,
    sealed,
    text_of,
)
from proofs.structure import Node
from proofs.test_checkers import is_true

# A hold, a guard and a win on boards small enough for brute force, and the same kinds on larger ones.
SMALL = ["3,3,3", "4,3,3", "4,3,4"]
LARGE = ["6,6,5", "6,5,4", "cube-3", "5,4,4"]


@cache
def certificate(name: str) -> tuple[dict[str, Any], bytes]:
    return checker.read(SHIPPED / f"{name}.proof")


def judged(header: dict[str, Any], body: bytes) -> str | None:
    """Why it is refused, if it is; both checkers must agree on whether."""
    objections = python_objection(header, body), compiled_objection(header, body)
    assert (objections[0] is None) == (objections[1] is None), (header["game"], body.hex()[:200], objections)
    return objections[0]


def drop_a_reply(node: Node, chance: random.Random, cells: int) -> bool:
    if node.kind not in (0x02, 0x04, 0x21) or not node.replies:
        return False
    node.replies.pop(chance.randrange(len(node.replies)))
    return True


def drop_a_sequence(node: Node, chance: random.Random, cells: int) -> bool:
    if not node.sequences:
        return False
    node.sequences.pop(chance.randrange(len(node.sequences)))
    return True


def another_reply(node: Node, chance: random.Random, cells: int) -> bool:
    if node.kind not in (0x02, 0x04) or not node.replies:
        return False
    said, _after = chance.choice(node.replies)
    said[1] = (said[1] + chance.randrange(1, cells)) % cells
    return True


def another_answer(node: Node, chance: random.Random, cells: int) -> bool:
    """What follows one move now follows another."""
    if node.kind not in (0x02, 0x04, 0x21) or len(node.replies) < 2:
        return False
    one, other = chance.sample(range(len(node.replies)), 2)
    (move, after), (other_move, other_after) = node.replies[one], node.replies[other]
    node.replies[one], node.replies[other] = (move, other_after), (other_move, after)
    return True


def swap_pairs(node: Node, chance: random.Random, cells: int) -> bool:
    if node.kind != 0x01 or len(node.cells) < 4:
        return False
    one, other = chance.sample(range(len(node.cells)), 2)
    node.cells[one], node.cells[other] = node.cells[other], node.cells[one]
    return True


def drop_a_pair(node: Node, chance: random.Random, cells: int) -> bool:
    if node.kind != 0x01 or not node.cells:
        return False
    at = 2 * chance.randrange(len(node.cells) // 2)
    del node.cells[at : at + 2]
    return True


def another_cell(node: Node, chance: random.Random, cells: int) -> bool:
    lists = [found for found in (node.cells, *node.sequences) if found]
    if not lists:
        return False
    found = chance.choice(lists)
    found[chance.randrange(len(found))] = chance.randrange(cells)
    return True


def wrong_order(node: Node, chance: random.Random, cells: int) -> bool:
    """The moves of a threat sequence, in another order or without one of them."""
    lists = [found for found in (node.cells if node.kind == 0x11 else [], *node.sequences) if len(found) > 1]
    if not lists:
        return False
    found = chance.choice(lists)
    if chance.random() < 0.5:
        found.reverse()
    else:
        found.pop(chance.randrange(len(found)))
    return True


def wrong_symmetry(node: Node, chance: random.Random, cells: int) -> bool:
    if not node.numbers:
        return False
    node.numbers[1] += chance.choice([-1, 1, 2, 5, 200])
    return node.numbers[1] >= 0


def wrong_reference(node: Node, chance: random.Random, cells: int) -> bool:
    if not node.numbers:
        return False
    node.numbers[0] += chance.choice([-2, -1, 1, 2, 1 << 20])
    return node.numbers[0] >= 0


CHANGES = [
    drop_a_reply, drop_a_sequence, another_reply, another_answer, swap_pairs, drop_a_pair, another_cell, wrong_order,
    wrong_symmetry, wrong_reference,
]  # fmt: skip


def structural_mutants(name: str, body: bytes, each: int) -> Iterator[tuple[str, bytes]]:
    """For every kind of change that the proof has a place for, so many."""
    chance, root = random.Random(name), structure.read(body)
    cells = claim_of(certificate(name)[0]).everything.bit_length()
    for change in CHANGES:
        places = [
            at for at, node in enumerate(structure.nodes(root)) if change(copy.deepcopy(node), random.Random(1), cells)
        ]
        for at in chance.choices(places, k=each) if places else ():
            mutant = copy.deepcopy(root)
            node = next(node for count, node in enumerate(structure.nodes(mutant)) if count == at)
            if change(node, chance, cells) and (data := structure.written(mutant)) != body:
                yield change.__name__, data


@pytest.mark.parametrize("name", [*SMALL, *LARGE])
def test_what_the_tests_read_is_what_is_written(name: str) -> None:
    header, body = certificate(name)
    assert structure.written(structure.read(body)) == body
    assert judged(header, body) is None
    assert name not in SMALL or is_true(header)


@pytest.mark.parametrize("each", quick_for([10, 40], 10))
def test_structural_mutants_are_refused_or_true_proofs_still(each: int) -> None:
    tried, refused = Counter[str](), Counter[str]()
    for name in (*SMALL, *LARGE):
        header, body = certificate(name)
        for change, mutant in structural_mutants(name, body, each * TIMES):
            tried[change] += 1
            refused[change] += judged(header, mutant) is not None
    assert tried.total() > 37 * each
    assert set(tried) == {change.__name__ for change in CHANGES}
    for name, count in tried.items():
        assert count > each, name
        assert refused[name] > count // 5, name


def outcome(data: bytes) -> str:
    """What both checkers say of a file."""
    said = file_verdicts(data)
    assert said[0] == said[1]
    return said[0][0]


@pytest.mark.parametrize("name", ["3,3,3", "6,5,4"])
def test_no_file_with_one_wrong_bit_is_a_certificate(name: str) -> None:
    data = (SHIPPED / f"{name}.proof").read_bytes()
    places = range(8 * len(data))
    chosen = random.Random(name).sample(places, min(len(places), 1200 * TIMES))
    for at in chosen:
        mutant = bytearray(data)
        mutant[at // 8] ^= 1 << at % 8
        assert outcome(bytes(mutant)) == "no certificate"
    assert len(chosen) >= 1000
    for end in (*range(60), *random.Random(name).sample(range(len(data)), 100)):
        assert outcome(data[:end]) == "no certificate"


@pytest.mark.parametrize("name", SMALL)
def test_bits_that_a_forger_changes_prove_nothing_false(name: str) -> None:
    """Whoever forges a file makes the checksum right: then the checkers are all there is."""
    data = (SHIPPED / f"{name}.proof").read_bytes()[:-32]
    end = 12 + int.from_bytes(data[8:12], "little")
    seen, places = Counter[bool](), random.Random(name).sample(range(8 * 12, 8 * len(data)), 700)
    for at in places:
        mutant = bytearray(data)
        mutant[at // 8] ^= 1 << at % 8
        stands = outcome(sealed(bytes(mutant))) == "stands"
        assert not stands or is_true(json.loads(mutant[12:end]))
        seen[stands] += 1
    assert seen[False] > 500


@pytest.mark.parametrize(
    ("claim", "result", "kind", "borrowed"),
    [
        ("6,5,4", "draw", "hold", "6,5,5"),  # there longer lines can be held
        ("6,5,4", "draw", "guard", "6,5,5"),
        ("6,5,4", "draw", "hold", "6,5,6"),
        ("7,7,5", "win", "win", "7,7,4"),  # there shorter lines win
        ("7,7,5", "win", "win", "7,7,3"),
        ("7,7,5", "loss", "win", "7,7,4"),
        ("qubic", "draw", "hold", "qubic"),  # its own proof that X wins
        ("qubic", "draw", "guard", "qubic"),
        ("qubic", "draw", "hold", "8,8,6"),  # a true hold of as many cells
        ("qubic", "draw", "guard", "8,8,6"),
    ],
)
def test_false_claims_with_the_proof_of_a_true_one(claim: str, result: str, kind: str, borrowed: str) -> None:
    """6,5,4 is a draw, 7,7,5 a win, Qubic a draw: with real proofs of other games, whole and changed, as bodies."""
    where, body = position(claim), certificate(borrowed)[1]
    forged = header_of(where, result, [(kind, "O" if result == "loss" else "X")])
    assert judged(forged, body) is not None
    few = [mutant for _, mutant in structural_mutants(borrowed, body, 3)] if len(body) < 50_000 else []
    for mutant in few:
        assert judged(forged, mutant) is not None
    assert outcome(file_of(text_of(forged), body)) == "refused"


@pytest.mark.parametrize("result", ["win", "loss"])
def test_attacks_made_up_for_a_draw_are_refused(result: str) -> None:
    """7,7,5 as a win: sequences of moves, attacks whose defences are said to fail, and references to nothing."""
    where, chance = position("7,7,5"), random.Random(result)
    forged = {**header_of(where, result, [("win", "X" if result == "win" else "O")]), "symmetries": [list(range(49))]}
    for _ in range(300):
        order = chance.sample(range(49), 49)
        sequences = [bytes([count, *chance.sample(range(49), count)]) for count in (1, 3, 9)]
        defence = bytes([0x21, 3]) + b"".join(sequences)
        defence += b"".join(bytes([move, 0x11]) + chance.choice(sequences) for move in order[: chance.randrange(49)])
        defence = chance.choice([defence + b"\xfe", b"\x22\x00\x00", b"\x21\x00\xfe"])
        attack = chance.choice([bytes([0x12, order[0]]) + defence, b"\x11" + chance.choice(sequences), b"\x11\x00"])
        assert judged(forged, attack if result == "win" else defence) is not None
