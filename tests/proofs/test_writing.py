"""Proofs are written down as they were found, also where the table has lost what static tests had seen."""

from __future__ import annotations

import pytest

from noughts.games import game
from noughts.proofs.units import NODE_SLICE
from proofs.making import compiled_objection, header_of, is_proved, prover

HOLD = [("hold", "X")]


@pytest.mark.parametrize("name", ["8,6,5", "9,6,5"])
def test_writing_a_hold_proves_nothing_new(name: str) -> None:
    """What is written plays where the search has proved that it can, so every reply that it needs is in the table.

    If it played elsewhere, moves would need replies that nobody has looked for. On 9,7,5 these were out of reach, and
    the proof could not be written.
    """
    search, pieces = prover(game(name), "hold"), list[bytes]()
    assert is_proved(search, 0, 0, False)
    search.drain_updates()
    assert search.write(0, 0, False, pieces.append) == "finished"
    assert search.drain_updates() == b""
    assert compiled_objection(header_of(game(name).start(), "draw", HOLD), b"".join(pieces)) is None


@pytest.mark.parametrize("name", ["8,6,5", "9,6,5"])
def test_a_hold_can_be_written_from_what_searches_have_proved(name: str) -> None:
    """A checkpoint has no more. What static tests saw must be seen again, perhaps in a symmetric position."""
    search, again, pieces = prover(game(name), "hold"), prover(game(name), "hold"), list[bytes]()
    assert is_proved(search, 0, 0, False)
    again.merge(search.all_updates())
    assert again.write(0, 0, False, pieces.append, budget=NODE_SLICE) == "finished"
    assert compiled_objection(header_of(game(name).start(), "draw", HOLD), b"".join(pieces)) is None
