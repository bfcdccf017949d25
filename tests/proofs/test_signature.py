"""The work the core does on a fixed set of positions does not change unless somebody means it to."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tiers import needs_core

from noughts.games import position
from noughts.proofs import certificates, signature
from noughts.proofs.proving import prove

SOLVING, PROVING, WRITTEN = 1_190_069, 32_218, 13_699

pytestmark = needs_core


def test_the_signature_of_the_search() -> None:
    """If a change was meant to alter what is searched, put the new numbers here, and their sum into the commit."""
    nodes = Counter[str]()
    for measured in signature.measure():
        nodes[measured.task] += measured.nodes
    assert nodes == {"solve": SOLVING, "prove": PROVING}


def test_the_signature_sees_every_prover_and_proofs_are_as_small_as_ever(tmp_path: Path) -> None:
    parts, written = set(), 0
    for number, (name, board) in enumerate(signature.PROOFS):
        path = tmp_path / f"{number}.proof"
        prove(position(name, board), certificate=path)
        written += certificates.verify(path).nodes
        parts |= {(part.kind, part.side) for part in certificates.parts_of(path)}
    assert {kind for kind, _ in parts} == {"hold", "guard", "win"}
    assert {side for _, side in parts} == {"X", "O"}
    assert written == WRITTEN
