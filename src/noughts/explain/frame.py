"""Where the cells of a board lie in a picture, and how heavy its lines are. One cell is 100 units wide.

A 3-D board is drawn as its layers, side by side.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil

from ..games import Game
from . import svg

CELL = 100
_BETWEEN_LAYERS = 60
ABOVE = 114  # units above columns, for values


@dataclass(frozen=True)
class Weight:
    """Stroke widths: the smaller a cell is on the screen, the heavier its lines must be to be seen."""

    grid: float
    mark: float
    is_small: bool = False


LARGE, MEDIUM, SMALL = Weight(1.5, 7.2), Weight(2.3, 9), Weight(5, 13, is_small=True)


def weight_for(cell_pixels: float) -> Weight:
    return LARGE if cell_pixels >= 100 else MEDIUM if cell_pixels >= 40 else SMALL


@dataclass(frozen=True)
class Frame:
    """The places of one game's cells; `labelled` leaves room for the names of layers.

    `across` is how many layers stand side by side; 0 leaves it to the number of layers.
    """

    game: Game
    labelled: bool = True
    across: int = 0

    @property
    def rows(self) -> int:
        return self.game.shape[-2]

    @property
    def columns(self) -> int:
        return self.game.shape[-1]

    @property
    def layers(self) -> int:
        return self.game.shape[0] if len(self.game.shape) == 3 else 1

    @property
    def has_columns(self) -> bool:
        """Whether marks drop on a flat board: there are columns and a floor, discs, and values above the columns."""
        return is_columns(self.game)

    @property
    def layers_across(self) -> int:
        """Two by two for four layers, otherwise up to three in a row."""
        return min(self.across, self.layers) or (2 if self.layers == 4 else min(self.layers, 3))

    @property
    def gap(self) -> tuple[int, int]:
        """Between two layers, sideways and downwards."""
        return (_BETWEEN_LAYERS, _BETWEEN_LAYERS * 3 // 2) if self.labelled else (40, 40)

    def origin(self, layer: int) -> tuple[float, float]:
        """The upper left corner of a layer."""
        down, across = divmod(layer, self.layers_across)
        return across * (self.columns * CELL + self.gap[0]), down * (self.rows * CELL + self.gap[1])

    @cached_property
    def size(self) -> tuple[float, float]:
        down = ceil(self.layers / self.layers_across)
        width = self.layers_across * (self.columns * CELL + self.gap[0]) - self.gap[0]
        return width, down * (self.rows * CELL + self.gap[1]) - self.gap[1]

    def layer_of(self, cell: int) -> int:
        return cell // (self.rows * self.columns)

    def centre(self, cell: int) -> tuple[float, float]:
        layer, within = divmod(cell, self.rows * self.columns)
        row, column = divmod(within, self.columns)
        x, y = self.origin(layer)
        return x + column * CELL + CELL / 2, y + row * CELL + CELL / 2

    def grid(self, weight: Weight) -> str:
        """The inner lines of every layer, stopping 4 short of the edge; there is no frame.

        Where marks drop on a flat board there are columns and a floor, and no rows.
        """
        if self.has_columns:
            return self._columns(weight)
        strokes = []
        for layer in range(self.layers):
            left, top = self.origin(layer)
            for column in range(1, self.columns):
                strokes.append(f"M{_at(left + column * CELL)} {_at(top + 4)}V{_at(top + self.rows * CELL - 4)}")
            for row in range(1, self.rows):
                strokes.append(f"M{_at(left + 4)} {_at(top + row * CELL)}H{_at(left + self.columns * CELL - 4)}")
        return svg.path("grid", "".join(strokes), weight.grid) if strokes else ""

    def _columns(self, weight: Weight) -> str:
        bottom = self.rows * CELL
        walls = "".join(f"M{_at(column * CELL)} 4V{_at(bottom - 4)}" for column in range(1, self.columns))
        floor = f"M4 {_at(bottom + 3)}H{_at(self.columns * CELL - 4)}"
        return (svg.path("grid", walls, weight.grid) if walls else "") + svg.path("grid", floor, 2.4 * weight.grid)


def is_columns(game: Game) -> bool:
    return game.drop and len(game.shape) == 2


def _at(value: float) -> str:
    return svg.number(float(value))
