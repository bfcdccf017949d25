"""Node counts of the compiled core on fixed positions, to detect changes: the nodes that solving and proving visit.

On one thread it is the same on every machine. It changes only if the search or a prover visits other nodes; the commit
that changes it states the new number.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from ..engine.core import Core
from ..games import Position, Ranking
from .proving import prove

# A game, a position in it or None for the empty board, and whether only win, draw or loss is asked for.
POSITIONS: tuple[tuple[str, str | None, bool], ...] = (
    ("tictactoe", None, False),
    ("tictactoe", "XX_/OO_/___ X", False),
    ("tictactoe+misere", None, False),
    ("wild", None, False),
    ("notakto", None, False),
    ("4,3,3", None, False),
    ("4,4,3", None, False),
    ("4,4,4", None, False),
    ("4,4,4+misere", "XO__/__X_/_O__/____ X", True),
    ("5,4,4", None, True),
    ("5,5,4", None, True),
    ("6,5,4", None, True),
    ("cube:3", None, False),
    ("qubic", None, True),
    ("t3", None, False),
    ("t3", "200/050/000 odd", False),
    ("t3:4", None, True),
    ("t3+misere", "123/000/000 even", False),
    ("numerical", None, False),
    ("connect4", "4444433332211556", False),
    ("4,5,4+drop", None, False),
    ("4,4,4+drop+misere", None, False),
)
NODE_LIMIT = 1_000_000  # for one position: the larger ones are cut short there, which is as good for a signature
# A game and a position in it, to be proved: each takes a second or so. Together their certificates have parts of every
# kind, for either side.
PROOFS: tuple[tuple[str, str | None], ...] = (
    ("7,7,5", None),
    ("7,7,5", "_X____O/____X__/_O__X__/_______/_______/_______/____O__ X"),
    ("5,5,4", None),
    ("5,5,4", "_____/_XO__/_____/__XO_/_X___ O"),
    ("6,5,4", None),
    ("7,6,4", None),
    ("6,6,4", "______/______/______/______/_X____/O____X O"),
    ("cube:3", None),
)


class Measured(NamedTuple):
    """What one of the positions cost to `solve`, under a ranking, or to `prove`."""

    task: str
    position: Position
    ranking: Ranking | None
    result: str
    nodes: int
    seconds: float


def measure() -> Iterator[Measured]:
    """Solves and proves the positions, one after the other, each with a new core."""
    for name, board, value_only in POSITIONS:
        position = Position(name, board)
        for ranking in (Ranking.QUICKEST,) if value_only else tuple(Ranking):
            core, started = Core(position.game), time.perf_counter()
            if value_only:
                solution = core.result(position, node_limit=NODE_LIMIT)
            else:
                solution = core.solve(position, ranking, node_limit=NODE_LIMIT)
            seconds = time.perf_counter() - started
            result = str(solution.status) if solution.result is None else str(solution.result)
            yield Measured("solve", position, ranking, result, solution.cost.nodes, seconds)
    for name, board in PROOFS:
        proof = prove(Position(name, board))
        result = str(proof.status) if proof.result is None else str(proof.result)
        yield Measured("prove", proof.position, None, result, proof.nodes, proof.seconds)


def signature() -> int:
    """The sum of all nodes."""
    return sum(measured.nodes for measured in measure())
