"""Tables that fit the screen: names are shortened before numbers, and columns that matter least are left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

_GAP = 2  # columns between columns
_SHORTEST = 10  # a name that is shortened keeps so many characters, the … included

Cell = str | Text


@dataclass(frozen=True)
class Column:
    """`header` is set in as many lines as it has words. A name may be shortened; `spare` columns may be left out, the
    largest number first."""

    header: str = ""
    is_name: bool = False
    is_number: bool = False
    spare: int = 0


def show(console: Console, columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> None:
    """Prints the table, with its header above it."""
    for line in lines(columns, rows, console.width):
        console.print(line, no_wrap=True, crop=False)


def lines(columns: Sequence[Column], rows: Sequence[Sequence[Cell]], width: int) -> list[Text]:
    kept = list(range(len(columns)))
    table = [[cell if isinstance(cell, Text) else Text(cell) for cell in row] for row in rows]
    widths = [_natural_width(columns[at], [row[at] for row in table]) for at in kept]
    floors = [_floor(column, [row[at] for row in table]) for at, column in enumerate(columns)]
    while _total(kept, widths) > width:
        names = [at for at in kept if columns[at].is_name and widths[at] > floors[at]]
        if names:
            widths[max(names, key=lambda at: widths[at])] -= 1
        elif spare := [at for at in kept if columns[at].spare]:
            kept.remove(max(spare, key=lambda at: columns[at].spare))
            widths = [_natural_width(columns[at], [row[at] for row in table]) for at in range(len(columns))]
        else:
            break
    header = [_line([part[at] for at in kept], columns, kept, widths, "dim") for part in _header(columns)]
    return [*header, *(_line([row[at] for at in kept], columns, kept, widths) for row in table)]


def _natural_width(column: Column, cells: Sequence[Text]) -> int:
    return max((0, *(cell.cell_len for cell in cells), *map(len, column.header.split())))


def _floor(column: Column, cells: Sequence[Text]) -> int:
    """How narrow a column of names may get; numbers under a name stay whole."""
    return max((_SHORTEST, *(cell.cell_len for cell in cells))) if column.is_number else _SHORTEST


def _total(kept: Sequence[int], widths: Sequence[int]) -> int:
    return sum(widths[at] for at in kept) + _GAP * (len(kept) - 1)


def _header(columns: Sequence[Column]) -> list[list[Text]]:
    """The lines of the header, each with a part for every column; the last words stand directly above the cells."""
    words = [column.header.split() for column in columns]
    height = max(map(len, words), default=0)
    padded = [[""] * (height - len(one)) + one for one in words]
    return [[Text(one[at]) for one in padded] for at in range(height)]


def _line(
    cells: Sequence[Text], columns: Sequence[Column], kept: Sequence[int], widths: Sequence[int], style: str = ""
) -> Text:
    line = Text(style=style)
    for number, (at, cell) in enumerate(zip(kept, cells)):
        shown = cell.copy()
        shown.truncate(widths[at], overflow="ellipsis")
        shown.align("right" if columns[at].is_number else "left", widths[at])
        line.append(" " * _GAP if number else "").append_text(shown)
    line.rstrip()
    return line
