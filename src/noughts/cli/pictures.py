"""The board as a picture in a file: what several commands write."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ..engine.tables import replacing
from ..errors import PictureError
from ..explain import raster
from ..explain.board_picture import BoardPicture

OutOption = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="Draw the board as well: .svg or .png.")
]


def check(out: Path | None) -> None:
    """Before any work is done: whether the name says which kind of picture it is."""
    if out is not None and out.suffix.lower() not in (".svg", ".png"):
        raise PictureError(f"{out}: the name must end in .svg or .png")


def write(picture: BoardPicture, out: Path) -> None:
    drawn = picture.svg()
    data = raster.png(drawn) if out.suffix.lower() == ".png" else drawn.encode()
    try:
        with replacing(out) as file:
            file.write(data)
    except OSError as error:
        raise PictureError(f"{out}: cannot be written: {error.strerror}") from None
    sys.stderr.write(f"{out}: written\n")
