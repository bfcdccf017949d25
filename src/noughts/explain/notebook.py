"""How positions and solutions show themselves in a notebook, and are saved as pictures."""

from __future__ import annotations

from pathlib import Path

from .. import files
from ..errors import PictureError, either
from ..games import Position
from ..search import Solution, Source
from . import raster
from .board_picture import board_svg, solution_svg
from .proof_picture import of_proof


def picture(thing: Position | Solution) -> str:
    """As SVG: the board, with the value of every move on it where it is solved."""
    if isinstance(thing, Position):
        return board_svg(thing)
    return of_proof(thing).svg() if thing.source is Source.PROOF else solution_svg(thing)


def save(thing: Position | Solution, path: str | Path) -> None:
    """To a file that ends in `.svg` or `.png`."""
    path = Path(path)
    if path.suffix.lower() not in (".svg", ".png"):
        raise PictureError("{path}: the name must end in {ends}", path=path, ends=either((".svg", ".png")))
    drawn = picture(thing)
    files.write(path, raster.png(drawn) if path.suffix.lower() == ".png" else drawn)
