"""The sums of a number game at the ends of its lines: what a line needs, and below it what it has.

A line one number short wears the ring or square of whoever can finish it; a line out of reach is struck through.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..games import Position
from ..games.geometry import Line
from ..language import _
from . import svg
from .facts import Sum, line_sums
from .frame import CELL


def sums(position: Position) -> dict[Line, Sum]:
    """The sums of every line."""
    return {one.line: one for one in line_sums(position, position.game.lines)}


def has_ends(position: Position) -> bool:
    """Whether lines span the board, so that each has an end of its own at which a sum can stand."""
    game = position.game
    return game.has_numbers and len(game.shape) == 2 and game.length in game.shape


def says(sum_: Sum) -> str:
    """`needs 4`, `complete`, `over by 2`."""
    if sum_.missing > 0:
        return _("needs {count}").format(count=sum_.missing)
    return _("over by {count}").format(count=-sum_.missing) if sum_.is_dead else _("complete")


def draw(position: Position, scale: float) -> str:
    """Every sum that has a place; `scale` is how many units a pixel is."""
    game = position.game
    rows, columns = game.shape
    width, height = columns * CELL, rows * CELL
    drawn: list[str] = []
    for sum_ in sums(position).values():
        first, last = (divmod(cell, columns) for cell in (sum_.line[0], sum_.line[-1]))
        if first[0] == last[0] and game.length == columns:
            y = first[0] * CELL + CELL / 2
            drawn += _beside(sum_, f"M{width + 2} {svg.number(y)}h6", width + 18, y, scale)
        elif first[1] == last[1] and game.length == rows:
            x = first[1] * CELL + CELL / 2
            drawn += _below(sum_, f"M{svg.number(x)} {height + 2}v5", x, height, scale)
        elif game.length == rows == columns and first[1] < last[1]:
            drawn += _beside(sum_, f"M{width + 2} {height + 2}l6 6", width + 18, height + 9 + 16 * scale, scale)
        elif game.length == rows == columns:
            drawn += _beside(sum_, f"M{width + 2} -2l6 -4", width + 18, -10, scale)
    return "".join(drawn)


def _beside(sum_: Sum, tick: str, x: float, y: float, scale: float) -> Iterator[str]:
    yield svg.path("tick", tick, 1)
    yield from _text(sum_, x, y + 2 * scale, "start", scale)


def _below(sum_: Sum, tick: str, x: float, y: float, scale: float) -> Iterator[str]:
    yield svg.path("tick", tick, 1)
    yield from _text(sum_, x, y + 9 + 18 * scale, "middle", scale)


def _text(sum_: Sum, x: float, y: float, anchor: str, scale: float) -> Iterator[str]:
    """Three lines at most, in pixels 14, 11 and 11 high; the first is centred a little above `y`."""
    needs = says(sum_)
    if sum_.finishers:
        width, height = (7.3 * len(needs) + 12) * scale, 21 * scale
        left = x - 7 * scale if anchor == "start" else x - width / 2
        is_even = sum_.missing % 2 == 0
        radius = 5 * scale if is_even else height / 2
        cls = "finish-even" if is_even else "finish"
        yield svg.rectangle(cls, left, y - 15 * scale, width, height, radius, stroke_width=1.5 * scale)
    yield svg.label("need-dead" if sum_.is_dead else "need", x, y, 14 * scale, needs, 600, anchor)
    yield svg.label("sum", x, y + 17 * scale, 11 * scale, _("has {count}").format(count=sum_.total), None, anchor)
    if sum_.is_dead:
        yield svg.label("sum", x, y + 31 * scale, 11 * scale, _("out of reach"), None, anchor)
