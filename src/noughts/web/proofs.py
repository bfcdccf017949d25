"""The proofs that are part of the package, for those who play on the page. Each is read once, when it is first wanted.

Reading one takes a second or two, so it begins when a page is shown on which it may be needed.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from concurrent.futures import Future

from ..games import Move, Position
from ..proofs.strategies import Strategy, shipped, shipped_side, strategy_for, who_began
from ..search import ProofMove


class Proofs:
    """What proofs say in games from their beginning."""

    def __init__(self) -> None:
        self._sides: dict[Position, str | None] = {}
        self._read: dict[Position, Future[Strategy | None]] = {}
        self._lock = threading.Lock()

    def side(self, start: Position) -> str | None:
        """Which side has a proof in a game that starts so."""
        if any(start.board) or shipped(start.game) is None:  # of such there is no end, so nothing is kept about them
            return None
        if start not in self._sides:
            self._sides[start] = shipped_side(start)
        return self._sides[start]

    def prepare(self, start: Position) -> Future[Strategy | None] | None:
        """Begins to read the proof, if there is one and nobody has."""
        if self.side(start) is None:
            return None
        with self._lock:
            if start not in self._read:
                self._read[start] = reading = Future[Strategy | None]()
                if sys.platform == "emscripten":  # a browser has no threads for Python
                    _read(start, reading)
                else:
                    threading.Thread(target=_read, args=(start, reading), daemon=True).start()
            return self._read[start]

    def wait(self, position: Position) -> None:
        """Returns when the proof of the position's game has been read, if one is shipped that is worth asking."""
        if position.outcome is None and shipped(position.game) is not None:
            reading = self.prepare(position.game.start(who_began(position)))
            if reading is not None:
                reading.result()

    def strategy(self, start: Position) -> Strategy | None:
        reading = self.prepare(start)
        return None if reading is None else reading.result()

    def answer(self, start: Position, moves: Sequence[Move]) -> ProofMove | None:
        """What the proof plays after these moves; None if it is not its turn, or it has been left."""
        strategy = self.strategy(start)
        return None if strategy is None else strategy.answer(moves)


def _read(start: Position, reading: Future[Strategy | None]) -> None:
    try:
        reading.set_result(strategy_for(start))
    except Exception as error:  # whoever waits for it hears of it
        reading.set_exception(error)
