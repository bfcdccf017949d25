"""Plays any legal move."""

from __future__ import annotations

import random

from ..games import Move, Position
from ..games.misuse import expect_choice


class Random:
    """Every legal move is equally likely; the same seed gives the same game."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, position: Position) -> Move:
        expect_choice(position)
        return self._random.choice(position.legal_moves)
