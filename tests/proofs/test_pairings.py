"""Pairings on random hypergraphs, whichever cells they prefer, against the definition and brute force.

A failure shows the hypergraph: its cells, its lines, and the stones of both sides as sets of bits.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from noughts.engine import _core
from proofs import brute_force
from proofs.test_provers import HYPERGRAPHS, Drawn, drawn_hypergraphs, drawn_runs

ALL_STEPS = 1_000_000  # more than it takes to try all pairs of these hypergraphs


def hypergraphs() -> Iterator[tuple[Drawn, int]]:
    """Hypergraphs of both kinds, each with a set of cells that a pairing should leave alone."""
    chance = random.Random(24)
    for drawn in [*drawn_hypergraphs(9, 0.2), *drawn_runs(10)]:
        yield drawn, chance.getrandbits(drawn.cells)


def pairing(drawn: Drawn, *, avoided: int = 0, effort: int = 10, steps: int = 0) -> list[tuple[int, int]] | None:
    return _core.find_pairing(
        cells=drawn.cells,
        lines=drawn.lines,
        about=drawn.one,
        against=drawn.other,
        avoided=avoided,
        effort=effort,
        steps=steps,
    )


def zone_of(pairs: list[tuple[int, int]]) -> int:
    return sum(1 << cell for pair in pairs for cell in pair)


def open_lines(drawn: Drawn) -> list[int]:
    """What is left to Maker of the lines without a stone of Breaker's."""
    return [line & ~drawn.one for line in drawn.bits if not line & drawn.other]


def is_pairing(drawn: Drawn, pairs: list[tuple[int, int]]) -> bool:
    sets = [1 << one | 1 << other for one, other in pairs]
    cells = [cell for pair in pairs for cell in pair]
    return (
        len(set(cells)) == len(cells)
        and not zone_of(pairs) & (drawn.one | drawn.other)
        and all(any(pair & ~line == 0 for pair in sets) for line in open_lines(drawn))
    )


def has_pairing(lines: list[int], taken: int = 0) -> bool:
    """Whether there is one, by trying every pair for every line."""
    if not lines:
        return True
    cells = [1 << cell for cell in range(lines[0].bit_length()) if (lines[0] & ~taken) >> cell & 1]
    return any(
        has_pairing([line for line in lines if (one | other) & ~line], taken | one | other)
        for number, one in enumerate(cells)
        for other in cells[:number]
    )


def test_every_pairing_that_is_found_holds() -> None:
    seen = Counter[bool]()
    for number, (drawn, avoided) in enumerate(hypergraphs()):
        pairs = pairing(drawn, avoided=avoided, effort=(0, 1, 10)[number % 3])
        seen[pairs is not None] += 1
        if pairs is None:
            continue
        assert is_pairing(drawn, pairs), (drawn, avoided, pairs)
        # Breaker holds with the cells of the pairs alone.
        outside = ~zone_of(pairs) & ~drawn.other & ((1 << drawn.cells) - 1)
        holds = brute_force.breaker_holds(drawn.cells, drawn.bits, outside, drawn.other, False)
        assert holds, (drawn, avoided, pairs)
    assert seen.total() == 2 * HYPERGRAPHS >= 2000
    assert min(seen.values()) > HYPERGRAPHS // 4


def test_pairings_leave_the_cells_alone_that_they_should_avoid() -> None:
    """Where there is a choice they use fewer of these cells, and hardly a pairing is lost for it."""
    used, lost = Counter[str](), 0
    for drawn, avoided in hypergraphs():
        with_preference, without = pairing(drawn, avoided=avoided), pairing(drawn)
        if with_preference is not None and without is not None:
            used["with"] += (zone_of(with_preference) & avoided).bit_count()
            used["without"] += (zone_of(without) & avoided).bit_count()
        lost += with_preference is None and without is not None
    assert used["with"] < 0.9 * used["without"], used
    assert lost < HYPERGRAPHS // 100


def test_trying_all_pairs_finds_a_pairing_exactly_where_there_is_one() -> None:
    seen = Counter[bool]()
    for drawn, _ in hypergraphs():
        pairs = pairing(drawn, steps=ALL_STEPS)
        assert (pairs is not None) == has_pairing(open_lines(drawn)), drawn
        assert pairs is None or is_pairing(drawn, pairs), (drawn, pairs)
        seen[pairs is not None] += 1
    assert min(seen.values()) > HYPERGRAPHS // 4


def test_the_zone_of_a_hold_suffices() -> None:
    """What is proved holds even if Maker owns every cell outside the zone that the table has of it."""
    seen = Counter[bool]()
    for drawn in [*drawn_hypergraphs(11, 0.1), *drawn_runs(12)]:
        search = drawn.prover(_core.hold_prover, root_moves=0)
        search.drain_updates()  # from here on they are kept
        proved = search.search(drawn.one, drawn.other, budget=1000)[0]
        seen[proved] += 1
        if not proved:
            continue
        zone = int.from_bytes(search.drain_updates()[-17:][8:16], "little")
        outside = ~zone & ~drawn.other & ((1 << drawn.cells) - 1)
        holds = brute_force.breaker_holds(drawn.cells, drawn.bits, outside, drawn.other, True)
        assert holds, (drawn, f"{zone:b}")
    assert min(seen.values()) > HYPERGRAPHS // 8
