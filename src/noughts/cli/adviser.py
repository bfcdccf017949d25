"""Who thinks in a game in the terminal: for the opponent, and for a person who asks for a hint."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .. import solver
from ..agents import Agent, Perfect
from ..engine import why_missing
from ..errors import SearchStopped
from ..explain import words
from ..explain.best_play import BestPlay
from ..explain.reasons import reason
from ..games import Move, Position
from ..games.notation.moves import typed
from ..language import _, ngettext
from ..search import Horizon, Solution, Source

# How far a perfect opponent, or a hint, searches before it says that the position is too large.
_NODE_LIMIT = 200_000 if why_missing() else 20_000_000
_FEW_CELLS = 12
_LISTED = 4  # moves that are as good as the one that a hint names


class Adviser:
    """Knows the proofs, solves what is small enough, and looks two plies ahead where nothing else helps."""

    def __init__(self, certificate: Path | None) -> None:
        self.certificate = certificate
        self._is_too_large = False

    def proof(self, now: Position, played: Sequence[Move]) -> Solution | None:
        """What the proof that was given says about this position, or one that is part of the package."""
        try:
            solution = solver.at_once(now, certificate=self.certificate, played=played)
        except solver.NotInProof:  # the proof has been left
            solution = solver.at_once(now, played=played)
        return solution if solution.source is Source.PROOF else None

    def answer(self, opponent: Agent, now: Position, played: Sequence[Move]) -> tuple[Move, str]:
        """The opponent's move, and what there is to say about how it was found.

        A perfect opponent that could not solve a position tries again only when little of the game is left.
        """
        if not isinstance(opponent, Perfect):
            return opponent.choose(now), ""
        proof = self.proof(now, played)
        if proof is not None and proof.proof_move is not None:
            return proof.best[0], proof.proof_move.why
        if not self._is_too_large or now.board.count(0) <= _FEW_CELLS:
            try:
                return Perfect(node_limit=_NODE_LIMIT).choose(now), ""
            except SearchStopped:
                pass
        remark = "" if self._is_too_large else _("Too large to solve; looking two plies ahead for now.")
        self._is_too_large = True
        return look_ahead(now), remark

    def hint(self, now: Position, played: Sequence[Move]) -> str:
        """A move and the reason for it: `1,3: Wins now: completes row 1.`"""
        solution = self.proof(now, played)
        if solution is None:
            play = BestPlay(node_limit=_NODE_LIMIT)
            solution = play.solve(now, played=played)
            if solution.value is not None:
                said = reason(solution, solution.best[0], play).sentence
                return _hint(solution.best[0], now, f"{said}{_as_good(solution)}")
        if solution.proof_move is not None:
            return _hint(solution.best[0], now, f"{_known(solution)} {solution.proof_move.why} {self._source(now)}")
        known = _known(solution) if solution.source is Source.PROOF else ""
        known = known or words.not_known_sentence(solution)
        seen = _("The best move as far as two plies show.")
        return _hint(look_ahead(now), now, f"{seen} {known}")

    def _source(self, now: Position) -> str:
        if self.certificate is not None:
            return _("By the proof in {file}.").format(file=self.certificate)
        return _("By the proof of {game} in the package.").format(game=now.game.name)


def look_ahead(now: Position) -> Move:
    """The best move that two plies show; among equal ones, the first in the documented order."""
    scores = Horizon(2).scores(now)
    best = max(scores.values())
    return min((move for move, score in scores.items() if score == best), key=now.game.preference)


def _known(solution: Solution) -> str:
    """`X wins, by the proof.`"""
    return f"{words.capital(words.claim(solution))}."


def _hint(move: Move, now: Position, why: str) -> str:
    return f"{typed(move, now.game)}: {why}"


def _as_good(solution: Solution) -> str:
    """` Equally good: 1,1 · 1,3.`"""
    others = [typed(move, solution.position.game) for move in solution.best[1:]]
    if not others:
        return ""
    more = len(others) - _LISTED
    named = " · ".join(others[:_LISTED])
    if more > 0:
        named = ngettext("{moves} and {count} more", "{moves} and {count} more", more).format(moves=named, count=more)
    return " " + _("Equally good: {moves}.").format(moves=named)
