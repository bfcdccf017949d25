"""Symmetry: rotations and reflections of a position share one table entry.

Contract: exact inside the window, otherwise a bound on the side where it lies (see `contract`).
Adds: another table key, the smallest board among all images of the position.
Gain: 2,123 → 515 nodes on the empty 3×3 board.
"""

from __future__ import annotations

from ..games import Position
from .table import Key, Table


class Symmetry(Table):
    """Where lines span the board this uses more than rotations and reflections: Qubic has 192 symmetries in all."""

    name = "symmetry"

    def key(self, position: Position) -> Key:
        return position.game, position.canonical(position.game.automorphisms), position.to_move
