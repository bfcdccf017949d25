"""How the memory that the server may use is shared out. `noughts web --memory` sets the whole."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..errors import NoughtsError

USUAL = 2 << 30
LEAST = 512 << 20
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


@dataclass(frozen=True)
class Budget:
    """Half is for the worker processes. In the server an eighth is for tables of searches and about as much for what
    is kept: answers, reasons, pages, drawings. What is left is for Python, the proofs, and requests under way."""

    total: int = USUAL

    def worker(self, workers: int) -> int:
        """The address space of each of so many workers."""
        return self.total // 2 // workers

    @property
    def tables(self) -> int:
        return self.total // 8

    @property
    def answers(self) -> int:
        return self.total // 64

    @property
    def reasons(self) -> int:
        return self.total // 64

    @property
    def pages(self) -> int:
        return self.total // 32

    @property
    def drawings(self) -> int:
        return self.total // 16


def read_memory(text: str) -> int:
    """The bytes of `512M`, `2G`, `1.5 GB`."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([KMG]?)(?:I?B)?\s*", text.upper())
    size = int(float(found.group(1)) * _UNITS[found.group(2)]) if found is not None else 0
    if size < LEAST:
        raise NoughtsError(f"memory: expected at least {LEAST >> 20}M, such as 2G, found {text!r:.40}")
    return size
