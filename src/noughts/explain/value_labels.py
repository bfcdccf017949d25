"""What a value looks like: ▲ W3, = D5, ▼ L4. Shape first, letter second, colour last.

A bound never looks like a value: `≤ D` has no shape. What is not known is a `?` in a dashed ring.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ..games import Move, Result, Value
from ..language import current, pgettext
from ..search import Solution
from . import svg, words

LETTERS = {Result.WIN: "W", Result.DRAW: "D", Result.LOSS: "L"}
SIGNS = {"at most": "≤", "at least": "≥"}


@dataclass(frozen=True)
class Bound:
    """At most or at least this; the value itself is not known."""

    side: Literal["at most", "at least"]
    result: Result
    distance: int | None = None


@dataclass(frozen=True)
class Proved:
    """Exactly this result, by a proof that does not say how long it takes."""

    result: Result
    distance: None = None


Estimate = Value | Proved | Bound | None  # None: not known yet


def estimate_of(solution: Solution, move: Move) -> Estimate:
    """What a solution says about a move."""
    if move in solution.moves:
        return solution.moves[move]
    lower, upper = solution.bounds_of(move)
    if lower is upper:
        return Proved(lower)
    if Result.DRAW not in (lower, upper):
        return None
    return Bound("at least" if lower is Result.DRAW else "at most", Result.DRAW)


def outlined(solution: Solution) -> frozenset[Move]:
    """The best moves: where distances are not known, those that no other move can still turn out better than."""
    if solution.value is not None:
        return frozenset(solution.best)
    legal = solution.position.legal_moves
    highest = max((solution.bounds_of(move)[1] for move in legal), default=Result.LOSS)
    found = frozenset(move for move in legal if solution.bounds_of(move)[0] is highest)
    return found if len(found) < len(legal) or highest is not Result.LOSS else frozenset()


def letter_of(result: Result) -> str:
    """The letter of a result, in the current language."""
    letters = {
        Result.WIN: pgettext("letter of a result", "W"),
        Result.DRAW: pgettext("letter of a result", "D"),
        Result.LOSS: pgettext("letter of a result", "L"),
    }
    return letters[result]


def short(estimate: Estimate) -> str:
    """`W3`, `≤ D`, `?`: what stands in a tile."""
    if estimate is None:
        return "?"
    letter = f"{letter_of(estimate.result)}{'' if estimate.distance is None else estimate.distance}"
    return f"{SIGNS[estimate.side]} {letter}" if isinstance(estimate, Bound) else letter


def spoken(estimate: Estimate) -> str:
    """`win in 3 plies`, `at most a draw`, `not known yet`: for those who hear the picture."""
    if estimate is None:
        return words.not_known()
    if isinstance(estimate, Value):
        return words.value_name(estimate)
    if isinstance(estimate, Proved):
        return words.proved_name(estimate.result)
    return words.bound_name(estimate.side, estimate.result, estimate.distance)


def code(result: Result) -> str:
    """The letter that the classes of this result end in."""
    return LETTERS[result].lower()


def glyph(result: Result, x: float, y: float, half: float) -> str:
    """A triangle up, two bars, or a triangle down, centred on a point."""
    cls = f"g-{code(result)}"
    if result is Result.DRAW:
        bars = (
            svg.rectangle("", x - half, y + offset * half, 2 * half, 0.42 * half, 0.11 * half)
            for offset in (-0.72, 0.3)
        )
        return svg.group(*bars, cls=cls)
    up = 0.86 * half if result is Result.WIN else -0.86 * half
    points = f"M{svg.number(x)} {svg.number(y - up)}L{svg.number(x + half)} {svg.number(y + up)}"
    return svg.path(cls, f"{points}H{svg.number(x - half)}Z")


def tile(estimate: Estimate, x: float, y: float, best: bool, text_size: float = 16) -> str:
    """The value on an empty cell. Larger text, for cells that are small on the screen, makes a larger tile."""
    return _tile(estimate, x, y, best, text_size, current())


@lru_cache(maxsize=8192)  # a large board has fifty of them, most of them as on the board before
def _tile(estimate: Estimate, x: float, y: float, best: bool, text_size: float, _language: str) -> str:
    if estimate is None:
        ring = svg.circle("unknown", x, y, 22, 1.6, stroke_dasharray="4 4")
        return ring + svg.centred("unknown-t", x, y, max(18.0, text_size), "?", 700)
    letter = code(estimate.result)
    if isinstance(estimate, Bound):
        return svg.centred(f"g-{letter}", x, y, text_size, short(estimate), 700)
    grown = text_size / 16 - 1
    half = 36 + min(6, 10 * grown)
    outline = f" best-{letter}" if best else ""
    return "".join(
        (
            svg.rectangle(
                f"tile-{letter}{outline}",
                x - half,
                y - half,
                2 * half,
                2 * half,
                8,
                stroke_width=1.8 * (1 + grown) if best else None,
            ),
            glyph(estimate.result, x, y - 9 - 8 * grown, 10 * min(1 + grown, 1.35)),
            svg.label(f"g-{letter}", x, y + 22 + 9 * grown, text_size, short(estimate), 700),
        )
    )
