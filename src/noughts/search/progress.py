"""The progress of a running search."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Progress(NamedTuple):
    """Nodes and seconds so far; where the engine knows, how many of the moves are done, and how deep it is."""

    nodes: int
    seconds: float
    done: int = 0
    total: int = 0
    depth: int = 0

    @property
    def rate(self) -> float:
        """Nodes a second."""
        return self.nodes / self.seconds if self.seconds else 0.0


ProgressFunction = Callable[[Progress], object]
