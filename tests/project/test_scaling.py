"""The model of a proof on many workers, and what the page on clusters says of it.

The model's input is a file of measured units. Nothing here shows how a cluster behaves, only that the table and the
picture follow from that file, and that units of today are as the file has them.
"""

from __future__ import annotations

import random

import scripts_path

from noughts import prove
from noughts.games import game
from noughts.proofs.units import ProofUnit, SearchResult

scaling = scripts_path.scaling


def test_list_scheduling_is_within_its_known_limits() -> None:
    assert scaling.makespan([3, 3, 2, 2, 2], 2) == 7
    assert scaling.makespan([5, 1, 1, 1], 4) == 5
    chance = random.Random(1)
    for _ in range(200):
        sizes = [chance.random() for _ in range(chance.randint(1, 60))]
        workers = chance.randint(1, 20)
        found, least = scaling.makespan(sizes, workers), max(max(sizes), sum(sizes) / workers)
        assert least - 1e-9 <= found <= sum(sizes) / workers + max(sizes)
        assert 0 < scaling.efficiency(sizes, workers) <= 1 + 1e-9


def test_splitting_long_units_keeps_256_workers_busy() -> None:
    parts, wholes = scaling.units()
    assert abs(sum(parts) - sum(wholes)) < 1e-6
    assert scaling.efficiency(parts, 256) > 0.7
    assert scaling.efficiency(parts, 256) > scaling.efficiency(wholes, 256)


def test_units_of_today_end_after_a_node_slice_as_those_of_the_model_did() -> None:
    """The model rests on that alone. Seconds are the machine's, so nodes are counted: a unit may overshoot by its last
    expansion, which has a node for each cell at most."""
    rules, node_slice = game("7,7,5"), 20
    units: list[tuple[ProofUnit, SearchResult]] = []
    proof = prove(rules.start(), on_result=lambda unit, result: units.append((unit, result)), node_slice=node_slice)
    assert str(proof.result) == "draw"
    assert max(result.nodes for _, result in units) <= node_slice + rules.cells
    assert any(unit.within for unit, _ in units), "no unit was split"


def test_the_picture_is_what_the_program_draws_today() -> None:
    assert scaling.PICTURE.read_text(encoding="utf-8") == scaling.picture()
