"""What an answer from a proof rests on, drawn on the board: equal letters are a pair, numbers a sequence of threats."""

from __future__ import annotations

from ..search import Solution
from .board_picture import BoardPicture
from .words import claim


def of_proof(solution: Solution) -> BoardPicture:
    """The board with the move of the proof in a ring, and the pairs or the threats that it relies on."""
    move = solution.proof_move
    if move is None:
        return BoardPicture(solution.position, caption=claim(solution))
    return BoardPicture(
        solution.position,
        hint=move.cell,
        pairs=move.pairs,
        sequence=move.sequence,
        caption=claim(solution),
    )
