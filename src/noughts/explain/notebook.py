"""How positions and solutions show themselves in a notebook."""

from __future__ import annotations

from ..games import Position, drawing
from ..search import Solution
from .board_picture import board_svg, solution_svg

drawing.register(Position, board_svg)
drawing.register(Solution, solution_svg)
