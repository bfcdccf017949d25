"""The proof of one move, to be looked at: it is made, written down and checked, and what it rests on is drawn."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..errors import NoughtsError
from ..explain import words
from ..explain.board_picture import BoardPicture
from ..games import Move, Position, Result
from ..language import _
from ..proofs.proving import Proof, prove
from ..proofs.strategies import Strategy
from ..search import ProofMove
from .boards import cell_pixels

SECONDS = 8.0


def move_proof(position: Position, cell: int, memory: int, seconds: float = SECONDS, layout: int = 0) -> dict[str, Any]:
    """The title, the sentences, the numbers and the drawing of the proof of a move; `layout` as in `boards.layouts`."""
    (mark,) = position.game.marks_of[position.to_move]
    move = Move(cell, mark)
    after = position.play(move)
    with TemporaryDirectory(prefix="noughts-") as folder:
        path = Path(folder) / "move.proof"
        proof = prove(after, certificate=path, time_limit=seconds, memory=memory)
        if proof.result is None:
            raise NoughtsError(
                "no proof of {place} was found within {seconds} s",
                place=words.place_name(cell, position.game),
                seconds=f"{seconds:g}",
            )
        basis = Strategy(path).basis if proof.certificate is not None else None
    return _shown(position, move, after, proof, basis, layout)


def _shown(
    position: Position, move: Move, after: Position, proof: Proof, basis: ProofMove | None, layout: int
) -> dict[str, Any]:
    game, side, other = position.game, position.to_move, after.to_move
    name = words.place_name(move.cell, game)
    titles = {
        Result.LOSS: _("{move} wins by proof"),
        Result.DRAW: _("{move} is a draw by proof"),
        Result.WIN: _("{move} loses by proof"),
    }
    assert proof.result is not None
    pairs = () if basis is None else basis.pairs
    sequence = () if basis is None else basis.sequence
    lines = [line for line in game.lines if _is_open(after, line, other)]
    says = _("A checker accepted the proof.") if proof.checked else _("An exact search finished.")
    counts: list[tuple[int, str]] = []
    if pairs:
        text = _(
            "After {move} {side} cannot lose: when {other} takes one cell of a pair, {side} takes the other. "
            "Every line that {other} could still complete holds a pair."
        )
        says = text.format(move=name, side=words.side_name(side), other=words.side_name(other))
        stopped = [line for line in lines if any(one in line and two in line for one, two in pairs)]
        counts = [
            (len(pairs), _("pairs")),
            (len(lines), _("lines {other} could still complete").format(other=words.side_name(other))),
            (len(stopped), _("of them stopped")),
        ]
    elif sequence:
        named = "; ".join(words.place_name(cell, game) for cell in sequence)
        text = _("After {move} {other} wins by threats: {moves}.")
        says = text.format(move=name, other=words.side_name(other), moves=named)
        counts = [(len(sequence), _("threats"))]
    elif basis is not None and proof.result is Result.WIN:
        text = _("After {move} {other} wins: the proof plays {reply}, and has an answer to whatever follows.")
        reply = words.place_name(basis.cell, game)
        says = text.format(move=name, other=words.side_name(other), reply=reply)
    else:
        says = " ".join((_("The proof has an answer to every reply."), says))
    first = basis.cell if basis is not None and basis.cell >= 0 and not sequence else None
    picture = BoardPicture(after, last=move, hint=first, pairs=pairs, sequence=sequence, across=layout)
    return {
        "title": titles[proof.result].format(move=name),
        "says": says,
        "counts": counts,
        "picture": picture.parts(cell_pixels(game), coordinates=True)[1],
    }


def _is_open(position: Position, line: tuple[int, ...], side: str) -> bool:
    (mark,) = position.game.marks_of[side]
    return all(position.board[cell] in (0, mark) for cell in line)
