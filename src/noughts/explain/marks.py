"""What stands in a cell: X, O or a number, and what is drawn upon the board about moves and lines."""

from __future__ import annotations

from math import hypot

from ..games import Game, Move, O, Position, Value
from . import svg, value_labels
from .frame import Frame, Weight, is_columns
from .value_labels import Estimate

Line = tuple[int, ...]
_RADIUS = 37  # of a disc
MOST_COLUMNS = 5  # values of more marks than these in one cell could not be read


def mark(game: Game, placed: int, x: float, y: float, weight: Weight, cls: str = "") -> str:
    """A mark centred on a point."""
    if game.has_numbers:
        return svg.group(*_number(placed, x, y, weight), cls=cls)
    if is_columns(game):
        return _disc(placed, x, y, cls)
    if placed == O:
        return svg.circle(f"o {cls}".strip(), x, y, 23, weight.mark)
    return svg.path(f"x {cls}".strip(), _cross(x, y, 21.5), weight.mark)


def _disc(placed: int, x: float, y: float, cls: str) -> str:
    """Where marks drop: a solid disc for X, a ring for O, so that the shape alone tells them apart."""
    if placed == O:
        return svg.circle(f"o {cls}".strip(), x, y, _RADIUS - 7.5, 15)
    return svg.circle(f"disc {cls}".strip(), x, y, _RADIUS)


def slot(x: float, y: float) -> str:
    """An empty place, where marks drop."""
    return svg.circle("slot", x, y, 4)


def _number(placed: int, x: float, y: float, weight: Weight) -> list[str]:
    """Odd numbers in a ring, even ones in a rounded square; where cells are small, the number alone."""
    is_even = placed % 2 == 0
    cls = "number-even" if is_even else "number"
    long = len(str(placed)) - 1
    if weight.is_small:
        return [svg.centred(cls, x, y, 70 - 18 * long, str(placed), 600)]
    width = 1.5 if weight.grid < 2 else 2.3
    ring = (
        svg.rectangle("ring-even", x - 29, y - 29, 58, 58, 9, stroke_width=width)
        if is_even
        else svg.circle("ring", x, y, 31, width)
    )
    return [ring, svg.centred(cls, x, y, 46 - 14 * long, str(placed), 500)]


def _cross(x: float, y: float, half: float) -> str:
    left, right, top, bottom = (svg.number(value) for value in (x - half, x + half, y - half, y + half))
    return f"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"


def last_tile(x: float, y: float) -> str:
    """Behind the last move, where cells are small; behind a numbered cell of a line through layers."""
    return svg.rectangle("last", x - 46, y - 46, 92, 92, 14)


def crop_marks(x: float, y: float, weight: Weight) -> str:
    """Around the last move."""
    n = svg.number
    corners = [(side, end) for side in (-1, 1) for end in (-1, 1)]
    strokes = (f"M{n(x + side * 38)} {n(y + end * 30)}V{n(y + end * 38)}H{n(x + side * 30)}" for side, end in corners)
    return svg.path("crop", "".join(strokes), weight.grid)


def ring(x: float, y: float, weight: Weight, inside: str = "", radius: float = 23) -> str:
    """A dashed ring: a hint, or where a line would be completed."""
    dashes = "9 8" if weight.is_small else "3.6 4" if weight.grid < 2 else "5 5.5"
    drawn = svg.circle("target", x, y, radius, weight.grid + 0.3, stroke_dasharray=dashes)
    return drawn + (svg.centred("aimed", x, y, 24, inside, 500) if inside else "")


def hint_frame(x: float, y: float, weight: Weight) -> str:
    """A hint around a cell that shows its value."""
    dashes = "5 4" if weight.grid < 2 else "7 6"
    return svg.rectangle("target", x - 46, y - 46, 92, 92, 12, stroke_width=weight.grid, stroke_dasharray=dashes)


def through(frame: Frame, line: Line, weight: Weight) -> str:
    """The line that was completed, 34 past the centres of its end cells."""
    (x1, y1), (x2, y2) = frame.centre(line[0]), frame.centre(line[-1])
    length = hypot(x2 - x1, y2 - y1)
    across, down = (34 * (x2 - x1) / length, 34 * (y2 - y1) / length) if length else (34.0, 0.0)
    ends = [(x1 - across, y1 - down), (x2 + across, y2 + down)]
    drawn = "M" + "L".join(f"{svg.number(x)} {svg.number(y)}" for x, y in ends)
    if frame.has_columns:  # light within, so that it is seen upon discs
        return svg.path("winline", drawn, 17) + svg.path("winline-core", drawn, 7)
    return svg.path("winline", drawn, weight.mark * (0.8 if weight.is_small else 0.55))


def aim(frame: Frame, line: Line, target: int, weight: Weight) -> str:
    """A dotted line from both ends of a line to the cell that would complete it."""
    strokes = []
    x2, y2 = frame.centre(target)
    for end in {line[0], line[-1]} - {target}:
        x1, y1 = frame.centre(end)
        length = hypot(x2 - x1, y2 - y1)
        across, down = (x2 - x1) / length, (y2 - y1) / length
        start, stop = (x1 + 34 * across, y1 + 34 * down), (x2 - 28 * across, y2 - 28 * down)
        strokes.append("M" + "L".join(f"{svg.number(x)} {svg.number(y)}" for x, y in (start, stop)))
    size = 2 if weight.grid < 2 else 3
    return svg.path("threat", "".join(sorted(strokes)), size, stroke_dasharray=f"0.1 {2.6 * size:g}")


def order_numbers(frame: Frame, line: Line) -> str:
    """The cells of a line across layers, counted 1 2 3 …: no stroke could join them."""
    drawn = []
    for count, cell in enumerate(line, start=1):
        x, y = frame.centre(cell)
        drawn.append(svg.label("order", x, y - 29, 16, str(count), 600))
    return "".join(drawn)


def values(
    position: Position, cell: int, at: tuple[float, float], values: dict[Move, Estimate], best: frozenset[Move],
    chosen: int | None, text_size: float,
) -> str:  # fmt: skip
    """The values of the moves that fill one empty cell: a tile, or a column for each mark where there is a choice."""
    moves = [move for move in values if move.cell == cell]
    if not moves:
        return ""
    if len(position.game.marks_of[position.to_move]) == 1:
        return value_labels.tile(values[moves[0]], *at, moves[0] in best, text_size)
    if len(moves) > MOST_COLUMNS:
        return _most_of_many(position.game, moves, at, values, best)
    return "".join(_columns(position.game, moves, at, values, best, chosen))


def _columns(
    game: Game, moves: list[Move], at: tuple[float, float], values: dict[Move, Estimate], best: frozenset[Move],
    chosen: int | None,
) -> list[str]:  # fmt: skip
    x, y = at
    pitch = min(27.0, 90 / len(moves))
    drawn = []
    for count, move in enumerate(moves):
        centre = x + (count - (len(moves) - 1) / 2) * pitch
        drawn.append(svg.group(*_column(game, move, centre, y, pitch, values[move], move in best, chosen)))
    return drawn


def _column(
    game: Game, move: Move, x: float, y: float, pitch: float, estimate: Estimate, is_best: bool, chosen: int | None
) -> list[str]:
    """The mark, the glyph and the value below each other; tinted if the mark is the chosen one or the move is best."""
    size = min(9.5, 0.52 * (pitch - 3))
    drawn = []
    if estimate is not None and not isinstance(estimate, value_labels.Bound):
        letter = value_labels.code(estimate.result)
        if is_best or move.mark == chosen:
            outline, width = (f" best-{letter}", 1.6) if is_best else ("", None)
            box = (x - pitch / 2 + 1.5, y - 26, pitch - 3, 52.0)
            drawn.append(svg.rectangle(f"tile-{letter}{outline}", *box, 5, stroke_width=width))
        drawn.append(value_labels.glyph(estimate.result, x, y, min(4.6, 0.3 * (pitch - 3))))
    if game.has_numbers:
        drawn.append(svg.label("chip", x, y - 13, min(10.0, size + 0.5), str(move.mark), 600))
    elif move.mark == O:
        drawn.append(svg.circle("o", x, y - 16.5, 4, 1.8))
    else:
        drawn.append(svg.path("x", _cross(x, y - 16.5, 3.6), 1.8))
    cls = "unknown-t" if estimate is None else f"g-{value_labels.code(estimate.result)}"
    drawn.append(svg.label(cls, x, y + 19, size, value_labels.short(estimate).replace(" ", ""), 700))
    return drawn


def _most_of_many(
    game: Game, moves: list[Move], at: tuple[float, float], values: dict[Move, Estimate], best: frozenset[Move]
) -> str:
    """One tile for the best of many marks in a cell, with the marks that do it where they are few."""
    exact = {move: value for move in moves if (value := values[move]) is not None and isinstance(value, Value)}
    if not exact:
        return value_labels.tile(None, *at, best=False)
    top = max(exact.values(), key=lambda value: (value.result, -value.result * value.distance))
    do_it = [move for move, value in exact.items() if value == top]
    drawn = value_labels.tile(top, *at, any(move in best for move in do_it))
    which = " ".join(game.symbol(move.mark) for move in do_it) if len(do_it) < 4 else f"{len(do_it)} of {len(moves)}"
    return drawn + svg.label("chip", at[0], at[1] - 22, 9, which, 600)
