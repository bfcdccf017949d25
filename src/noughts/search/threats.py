"""Threats: detect a winning line one ply early.

Contract: exact inside the window, otherwise a bound on the side where it lies (see `contract`).
Adds: whoever can complete a line does so, and nothing else is looked at; whoever cannot looks first at the moves that
stop the opponent from doing so. What is not there now is some plies away at least, so the window shrinks.
Gain: 515 → 178 nodes on the empty 3×3 board.
"""

from __future__ import annotations

from ..games import Move, Position, Ranking
from .symmetry import Symmetry


class Threats(Symmetry):
    """The top of the ladder. Where completing a line loses there are no such threats, and it searches as before."""

    name = "threats"

    def score(self, position: Position, alpha: int, beta: int) -> int:
        if position.outcome is None and not position.game.misere:
            if position.completing_moves():
                self.note("wins at once")
                return self._win_in(1, position)
            # Who cannot win now wins in three plies at the soonest, and loses in two.
            soonest_win, soonest_loss = max(0, self._win_in(3, position)), -max(0, self._win_in(2, position))
            if alpha >= soonest_win or beta <= soonest_loss:
                self.note("too soon")
                return soonest_win if alpha >= soonest_win else soonest_loss
            alpha, beta = max(alpha, soonest_loss), min(beta, soonest_win)
        return super().score(position, alpha, beta)

    def ordered(self, position: Position) -> list[Move]:
        """The moves that stop a threat first."""
        moves = super().ordered(position)
        if not position.game.misere:
            threatened = {move.cell for move in position.completing_moves(position.game.opponent[position.to_move])}
            moves.sort(key=lambda move: move.cell not in threatened)
        return moves

    def _win_in(self, plies: int, position: Position) -> int:
        """The score of winning that many plies from here."""
        return position.board.count(0) + 1 - plies if self.ranking is Ranking.QUICKEST else 1
