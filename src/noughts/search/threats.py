"""Threats: see a completed line one ply before it is there.

Contract: exact inside the window, otherwise a bound on the side where it lies (see `contract`).
Adds: whoever can complete a line does so, and nothing else is looked at; whoever cannot looks first at the moves that
stop the opponent from doing so. What is not there now is some plies away at least, so the window shrinks.
Gain: 515 → 178 nodes on the empty 3×3 board.
"""

from __future__ import annotations

from ..games import Position, Ranking
from .contract import INFINITY
from .symmetry import Symmetry
from .table import Bounds


class Threats(Symmetry):
    """The top of the ladder. Where completing a line loses there are no such threats, and it searches as before."""

    name = "threats"

    def score(self, position: Position, alpha: int, beta: int) -> int:
        if position.outcome is not None:
            return self.finished_score(position)
        has_threats = not position.game.misere
        if has_threats:
            if position.completing_moves():
                self.note("wins at once")
                return self._win_in(1, position)
            # Who cannot win now wins in three plies at the soonest, and loses in two.
            soonest_win, soonest_loss = max(0, self._win_in(3, position)), -max(0, self._win_in(2, position))
            if alpha >= soonest_win or beta <= soonest_loss:
                self.note("too soon")
                return soonest_win if alpha >= soonest_win else soonest_loss
            alpha, beta = max(alpha, soonest_loss), min(beta, soonest_win)
        if position.is_dead():
            self.note("dead")
            return 0
        key = self.key(position)
        known = self.table.get(key, Bounds())
        if known.lower >= beta or known.upper <= alpha or known.lower == known.upper:
            self.table_hits += 1
            self.note("table")
            return known.lower if known.lower >= beta else known.upper
        alpha, beta = max(alpha, known.lower), min(beta, known.upper)

        best, reached = -INFINITY, alpha
        moves = sorted(position.legal_moves(), key=position.game.preference)
        if has_threats:
            threatened = {move.cell for move in position.completing_moves(position.game.opponent[position.to_move])}
            moves.sort(key=lambda move: move.cell not in threatened)
        for tried, move in enumerate(moves, start=1):
            best = max(best, -self.visit(position.play(move), -beta, -reached, move))
            reached = max(reached, best)
            if reached >= beta:
                self.cut(len(moves) - tried)
                break

        lower = best if best > alpha else known.lower
        upper = best if best < beta else known.upper
        self.table[key] = Bounds(lower, upper)
        return best

    def _win_in(self, plies: int, position: Position) -> int:
        """The score of winning that many plies from here."""
        return position.board.count(0) + 1 - plies if self.ranking is Ranking.QUICKEST else 1
