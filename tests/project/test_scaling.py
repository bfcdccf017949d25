"""The model of a proof on many workers, and what the page on clusters says of it.

The model's input is a file of measured units. Nothing here shows how a cluster behaves, only that the table and the
picture follow from that file, and that units of today are as the file has them.
"""

from __future__ import annotations

import random

import scripts_path

from noughts import prove
from noughts.games import game
from noughts.proofs.units import NODE_SLICE, ProofUnit, SearchResult

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


def test_units_of_today_end_after_a_node_slice_as_the_measured_ones_did() -> None:
    """Where that changes, the file must be measured again."""
    units: list[tuple[ProofUnit, SearchResult]] = []
    proof = prove(
        game("7,7,5").start(), on_result=lambda unit, result: units.append((unit, result)), node_slice=NODE_SLICE
    )
    assert str(proof.result) == "draw"
    assert len(units) > 10 and all(unit.budget <= NODE_SLICE for unit, _ in units)
    nodes_a_second = sum(result.nodes for _, result in units) / sum(result.seconds for _, result in units)
    parts, wholes = scaling.units()
    assert max(parts) < 10 * NODE_SLICE / nodes_a_second < max(wholes)


def test_the_picture_is_what_the_program_draws_today() -> None:
    assert scaling.PICTURE.read_text(encoding="utf-8") == scaling.picture()
