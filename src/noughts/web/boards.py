"""Boards on the page: the picture of `explain`, with a cell of a grid over each of its cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape

from ..explain import marks, sums, svg
from ..explain.board_picture import BoardPicture, Box, fall
from ..explain.frame import CELL, Frame, is_columns, weight_for
from ..explain.value_labels import Estimate, Proved
from ..games import Game, Move, Position
from ..language import _, current, speaking
from . import spoken
from .knowledge import cell_words

_WIDEST = 570  # pixels that the cells of a large board take on a large screen
_ROW = 860  # the same for four layers in a row
_SMALL = 26.0  # pixels of a cell in a small board
_FIGURE = 256  # pixels that a board beside a text takes


@dataclass(frozen=True)
class Spot:
    """What one cell of the grid says, and where it leads: nowhere if nothing can be done there."""

    cell: int
    label: str
    href: str = ""
    mark: int = 0
    is_proved: bool = False


def layouts(rules: Game, in_a_row: bool = False) -> tuple[int, ...]:
    """How many layers stand side by side on a wide and, where that differs, on a narrow screen; 0 on a flat board. With
    `in_a_row`, four layers have a layout for the widest screens, too, which comes first."""
    if len(rules.shape) == 2:
        return (0,)
    if rules.shape[-1] <= 3:
        return (2,)
    return (4, 2, 1) if in_a_row and rules.shape[0] == 4 else (2, 1)


def cell_pixels(rules: Game, widest: int = _WIDEST, across: int = 0) -> float:
    beside = 100 if sums.has_ends(rules.start()) else 0  # pixels for what lines need
    return min(190.0, (widest - beside) / (Frame(rules, across=across).size[0] / CELL))


def board(
    picture: BoardPicture, spots: Iterable[Spot], *, label: str, widest: int = _WIDEST, in_a_row: bool = False
) -> str:
    """A large board: a grid of cells that can be reached by keyboard and pointer.

    A board of layers is written for wide and for narrow screens where its cells would be too small to be touched.
    """
    grid, arranged = list(spots), layouts(picture.position.game, in_a_row)
    shown = ("",) if len(arranged) == 1 else (" for-widest", " for-wide", " for-narrow")[-len(arranged) :]
    return "".join(
        _board(replace(picture, across=across), grid, label, _ROW if across == 4 else widest, cls)
        for across, cls in zip(arranged, shown)
    )


def _board(picture: BoardPicture, spots: list[Spot], label: str, widest: int, cls: str) -> str:
    rules, across = picture.position.game, picture.across
    pixels = cell_pixels(rules, widest, max(across, 2 if across else 0))
    frame = Frame(rules, across=across)
    if picture.values or picture.threats is not None or picture.pairs or picture.sequence:
        box, body = picture.parts(pixels, coordinates=True)
    else:
        box, body = _plain(picture.position, picture.last, picture.hint, pixels, across, current())
    rows: dict[tuple[int, ...], list[str]] = {}
    above = -box[1] - 2 if frame.has_columns else 0.0
    for spot in spots:
        row = () if frame.has_columns else rules.place(spot.cell)[:-1]
        rows.setdefault(row, []).append(_spot(frame, spot, pixels, above))
    grid = svg.group("".join(svg.group(*cells, role="row") for cells in rows.values()), role="grid", aria_label=label)
    drawing = svg.group(body, aria_hidden="true")
    _left, y, width, height = box
    narrow = (-24 - frame.size[0] / 60, y, frame.size[0] + 28 + frame.size[0] / 60, frame.size[1] - y + 4)
    if frame.has_columns:
        narrow = (0, y, frame.size[0], frame.size[1] - y + 54)
    return svg.element(
        "svg",
        *((grid, drawing) if frame.has_columns else (drawing, grid)),  # a column is marked behind its discs
        cls=f"board{cls}",
        viewBox=_box(box),
        data_wide=_box(box),
        data_narrow=_box(narrow),
        data_across=round(frame.size[0] / CELL),
        data_layout=across,
        data_drop="1" if frame.has_columns else None,
        width=round(width * pixels / CELL, 1),
        height=round(height * pixels / CELL, 1),
    )


@lru_cache(maxsize=1024)
def _plain(
    position: Position, last: Move | int | None, hint: Move | int | None, pixels: float, across: int, language: str
) -> tuple[Box, str]:
    """The drawing of a board without values, which many people look at."""
    with speaking(language):
        return BoardPicture(position, last=last, hint=hint, across=across).parts(pixels, coordinates=True)


def _box(box: tuple[float, ...]) -> str:
    return " ".join(svg.number(float(at)) for at in box)


def _spot(frame: Frame, spot: Spot, pixels: float, above: float) -> str:
    place, shape = _shape(frame.game, spot.cell, spot.mark, pixels, frame.across, above)
    label = escape(spot.label)
    if spot.is_proved:
        place += ' data-proof="1"'
    if spot.href:
        link = f'<a class="spot open" href="{escape(spot.href)}" aria-label="{label}" {place}>{shape}</a>'
        return f'<g role="gridcell">{link}</g>'
    return f'<g class="spot" role="gridcell" aria-label="{label}" {place}>{shape}</g>'


@lru_cache(maxsize=4096)
def _shape(rules: Game, cell: int, mark: int, pixels: float, across: int, above: float) -> tuple[str, str]:
    """What a cell of the grid has whatever the position is: the attributes that place it, and what is drawn.

    Where marks drop it is a whole column, with `above` units for what stands above the board.
    """
    frame = Frame(rules, across=across)
    x, y = frame.centre(cell)
    ghost = marks.mark(rules, mark, x, y, weight_for(pixels)) if mark else ""
    *before, column = rules.place(cell)
    layer, row = before[0] if len(before) > 1 else 1, before[-1]
    if frame.has_columns:
        top, height, row = -above, above + frame.size[1] - 2, 1
        ghost = svg.group(ghost, cls=fall(frame, cell)) if ghost else ""
    else:
        top, height = y - 46, 92.0
    parts = [svg.rectangle("hit", x - 46, top, 92, height, 11)]
    if ghost:
        parts.append(svg.group(ghost, cls="ghost"))
    parts.append(svg.rectangle("ring-focus", x - 44, top + 2, 88, height - 4, 11))
    place = f'tabindex="-1" data-cell="{cell}" data-row="{row}" data-column="{column}"'
    return f'{place} data-layer="{layer}"', "".join(parts)


def spots(
    position: Position,
    chosen: int,
    href: Callable[[Move], str] | None,
    values: Mapping[Move, Estimate] | None = None,
    best: Iterable[Move] = (),
) -> list[Spot]:
    """Each cell in words; with `href`, empty cells lead to the move that fills them, or drops into their column."""
    rules, grid = position.game, []
    if is_columns(rules):
        return _column_spots(position, chosen, href, values, best)
    for cell in range(rules.cells):
        where = spoken.place_name(cell, rules)
        if position.board[cell]:
            grid.append(Spot(cell, _("{place}: {mark}").format(place=where, mark=rules.symbol(position.board[cell]))))
            continue
        says = [_("{place}, empty.").format(place=where)]
        lowest = rules.landing(position.board, cell % rules.columns) if rules.drop else None  # on a cube
        move = Move(cell if lowest is None else lowest, chosen)
        if values is not None and move in values:
            is_best = ", " + _("best") if move in best else ""
            says.append(f"{spoken.capital(cell_words(values, move))}{is_best}.")
        can = href is not None and position.is_legal(move)
        is_proved = values is not None and isinstance(values.get(move), Proved)
        to = href(move) if href is not None and can else ""
        grid.append(Spot(cell, " ".join(says), to, chosen if can and move.cell == cell else 0, is_proved))
    return grid


def _column_spots(
    position: Position,
    chosen: int,
    href: Callable[[Move], str] | None,
    values: Mapping[Move, Estimate] | None,
    best: Iterable[Move],
) -> list[Spot]:
    """A column is one button: where a mark lands in it, what that is worth, and what is there already."""
    rules, spots = position.game, []
    for column in range(rules.columns):
        name, held = _column_name(column), _held(position, column)
        cell = rules.landing(position.board, column)
        if cell is None:
            says = [_("{column}, full.").format(column=name)]
        else:
            says = [_("{column}, lands in row {row}.").format(column=name, row=rules.shape[0] - cell // rules.columns)]
        move = Move(column if cell is None else cell, chosen)
        if values is not None and move in values:
            is_best = ", " + _("best") if move in best else ""
            says.append(f"{spoken.capital(cell_words(values, move))}{is_best}.")
        says += [held] if held else []
        to = href(move) if href is not None and cell is not None and position.is_legal(move) else ""
        spots.append(Spot(move.cell, " ".join(says), to, chosen if to else 0))
    return spots


def small(position: Position, last: Move | None = None) -> str:
    """A board to be seen at a glance; what it shows is said beside it."""
    return _small(position, last, current())


def figure(picture: BoardPicture) -> str:
    """A board with columns beside a text, which says what it shows to those who cannot see it."""
    position = picture.position
    box, body = picture.parts(_FIGURE / position.game.columns, coordinates=True)
    says = [
        f"{_column_name(column)}. {held}"
        for column in range(position.game.columns)
        if (held := _held(position, column))
    ]
    return svg.element("svg", body, cls="figure", viewBox=_box(box), role="img", aria_label=" ".join(says))


def _column_name(column: int) -> str:
    return spoken.capital(_("column {at}").format(at=column + 1))


def _held(position: Position, column: int) -> str:
    """`From the floor: X, O.`; nothing for an empty column."""
    rules = position.game
    held = [rules.symbol(mark) for mark in reversed(position.board[column :: rules.columns]) if mark]
    return _("From the floor: {marks}.").format(marks=", ".join(held)) if held else ""


@lru_cache(maxsize=4096)
def _small(position: Position, last: Move | None, language: str) -> str:
    with speaking(language):
        across = layouts(position.game)[0]
        frame = Frame(position.game, labelled=False, across=across)
        pixels = min(_SMALL, 86 / max(frame.size) * CELL)
        box, body = BoardPicture(position, last=last, across=across).parts(pixels, coordinates=False)
    return svg.element("svg", body, cls="mini", viewBox=_box(box), aria_hidden="true", focusable="false")
