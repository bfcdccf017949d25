"""The ladder: the algorithms in the order of their ideas, by name."""

from __future__ import annotations

from ..errors import MisuseError
from .alphabeta import AlphaBeta
from .contract import Search
from .dead_lines import DeadLines
from .minimax import Minimax
from .ordering import Ordered
from .symmetry import Symmetry
from .table import Table
from .threats import Threats

LADDER: tuple[type[Search], ...] = (Minimax, AlphaBeta, Ordered, DeadLines, Table, Symmetry, Threats)


def rung(which: type[Search] | str) -> type[Search]:
    """An algorithm, or the one of that name; `alpha-beta`, `alphabeta` and `Alpha Beta` are the same."""
    if isinstance(which, str):
        for algorithm in LADDER:
            if _plain(algorithm.name) == _plain(which):
                return algorithm
        names = ", ".join(algorithm.name for algorithm in LADDER)
        raise MisuseError(f"no algorithm is called {which!r}; expected {names}")
    if not (isinstance(which, type) and issubclass(which, Search)):
        raise MisuseError(f"expected an algorithm, found {which!r}; write solve(algorithm=Minimax), or its name")
    return which


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())
