"""What an answer from a proof rests on, drawn on the board: equal letters are a pair, numbers a sequence of threats."""

from __future__ import annotations

from ..engine.strategies import Answer
from ..games import Result
from ..language import _
from ..search import Solution
from .board_picture import BoardPicture


def of_proof(solution: Solution, answer: Answer | None) -> BoardPicture:
    """The board with the move of the proof in a ring, and the pairs or the threats that it relies on."""
    if answer is None:
        return BoardPicture(solution.position, caption=claim(solution, answer))
    return BoardPicture(
        solution.position,
        hint=answer.cell,
        pairs=answer.pairs,
        sequence=answer.sequence,
        caption=claim(solution, answer),
    )


def claim(solution: Solution, answer: Answer | None) -> str:
    """`X wins, by the proof`. Where only one side is spoken of, that is the one said not to win."""
    position = solution.position
    said = {
        Result.WIN: _("{side} wins, by the proof"),
        Result.DRAW: _("{side} draws, by the proof"),
        Result.LOSS: _("{side} loses, by the proof"),
        None: _("{side} does not win, by the proof"),
    }[solution.result]
    other = position.game.opponent[position.to_move]
    return said.format(side=other if solution.result is None and answer is not None else position.to_move)
