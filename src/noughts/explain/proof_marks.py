"""What stands in empty cells about a proof: equal letters for the two cells of a pair, numbers for a sequence."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

from . import svg
from .frame import Frame, Weight

Pair = tuple[int, int]
_LETTERS = ascii_lowercase + ascii_uppercase  # 32 pairs fill the largest board
_FROM_CENTRE = 27  # a link stops short of the letters that it joins


def open_pairs(board: bytes, pairs: Sequence[Pair], answer: int | None) -> list[Pair]:
    """The pairs that still count: both cells are empty, or one is and is taken now because the other was."""
    return [(one, other) for one, other in pairs if not (board[one] or board[other]) or answer in (one, other)]


def labels(board: bytes, pairs: Sequence[Pair], sequence: Sequence[int], answer: int | None) -> dict[int, str]:
    """The letter or number of each empty cell that has one."""
    shown = zip(_LETTERS, open_pairs(board, pairs, answer))
    named = {cell: letter for letter, pair in shown for cell in pair if not board[cell]}
    return named | {cell: str(at) for at, cell in enumerate(sequence, 1)}


def links(frame: Frame, pairs: Sequence[Pair], weight: Weight) -> str:
    """A quiet stroke between the cells of a pair that touch; others would run across what lies between."""
    strokes = []
    for one, other in pairs:
        (x1, y1), (x2, y2) = frame.centre(one), frame.centre(other)
        across, down = (x2 - x1) / 100, (y2 - y1) / 100
        if frame.layer_of(one) == frame.layer_of(other) and max(abs(across), abs(down)) <= 1:
            ends = (
                (x1 + _FROM_CENTRE * across, y1 + _FROM_CENTRE * down),
                (x2 - _FROM_CENTRE * across, y2 - _FROM_CENTRE * down),
            )
            strokes.append("M" + "L".join(f"{svg.number(x)} {svg.number(y)}" for x, y in ends))
    return svg.path("pair-link", "".join(strokes), 2 * weight.grid) if strokes else ""


def letter(x: float, y: float, weight: Weight, text: str) -> str:
    """The letter of a pair."""
    return svg.centred("pair", x, y, 56 if weight.is_small else 34, text, 500)
