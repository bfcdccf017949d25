"""Who answers the person's moves."""

from __future__ import annotations

from ..agents import Limited, Perfect
from ..errors import SearchStopped
from ..games import Move
from ..search import ProofMove
from .analyst import SMALL, Analyst
from .knowledge import not_losing
from .page_state import PERFECT, PageState, levels


def has_proof(state: PageState, analyst: Analyst) -> bool:
    """Whether a perfect opponent plays this game from a proof: it is large, and one is shipped for its side."""
    if state.opponent != PERFECT or analyst.proofs.side(state.start) != state.game.opponent[state.side]:
        return False
    # That the start is solved at once does not mean that every position after it is.
    return state.game.cells > SMALL or not analyst.is_solved(state.start)


def proof_of(state: PageState, analyst: Analyst, at: int) -> ProofMove | None:
    """What the opponent's proof plays after the first so many moves, if it has one and has followed it."""
    return analyst.proofs.answer(state.start, state.moves[:at]) if has_proof(state, analyst) else None


def reply(state: PageState, analyst: Analyst) -> Move:
    """The opponent's move. Where there is neither a proof nor a solution at once, a perfect opponent looks two plies
    ahead."""
    if state.opponent == PERFECT:
        try:
            perfect = Perfect(solve=analyst.assess, prefer_proof=has_proof(state, analyst))
            return perfect.solution(state.now, state.moves[: state.at]).best[0]
        except SearchStopped:
            return _look_ahead(state, analyst)
    return Limited(int(state.opponent.removeprefix("level-"))).choose(state.now)


def _look_ahead(state: PageState, analyst: Analyst) -> Move:
    """Two plies ahead, among the moves that are not known to lose."""
    chosen = Limited(min(2, levels(state.game)[-1])).choose(state.now)
    left = not_losing(analyst.assess(state.now))
    return chosen if chosen in left or not left else min(left, key=state.game.preference)
