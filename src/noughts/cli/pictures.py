"""A picture in a file: what several commands write."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from .. import files
from ..errors import PictureError, either
from ..explain import raster

OutOption = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="Also write the board to a .svg or .png file.")
]


def check(out: Path | None) -> None:
    """Before any work is done: whether the name says which kind of picture it is."""
    if out is not None and out.suffix.lower() not in (".svg", ".png"):
        raise PictureError("{path}: the name must end in {ends}", path=out, ends=either((".svg", ".png")))


def write(svg: str, out: Path) -> None:
    files.write(out, raster.png(svg) if out.suffix.lower() == ".png" else svg)
    sys.stderr.write(f"{out}: written\n")
