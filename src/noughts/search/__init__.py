"""The readable algorithms, one a file, each adding one idea to the one before. Nothing here knows a game."""

from __future__ import annotations

from .alphabeta import AlphaBeta
from .contract import INFINITY, Search
from .dead_lines import DeadLines
from .horizon import Horizon
from .ladder import LADDER
from .minimax import Minimax
from .ordering import Ordered
from .solution import ANYTHING, Bounds, Cost, ProofMove, SearchInterrupted, Solution, Source, Status
from .symmetry import Symmetry
from .table import Table
from .threats import Threats
from .trace import Trace, TraceNode

__all__ = [
    "ANYTHING",
    "INFINITY",
    "LADDER",
    "AlphaBeta",
    "Bounds",
    "Cost",
    "DeadLines",
    "Horizon",
    "Minimax",
    "Ordered",
    "ProofMove",
    "Search",
    "SearchInterrupted",
    "Solution",
    "Source",
    "Status",
    "Symmetry",
    "Table",
    "Threats",
    "Trace",
    "TraceNode",
]
