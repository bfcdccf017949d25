"""The files that pages point to: style sheets, scripts, pictures, fonts. Their version is made of what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from importlib import resources
from pathlib import Path

from ..explain import palette
from . import fonts

STATIC = Path(__file__).with_name("static")


def stylesheet() -> str:
    """The colours, light and dark, and what each part of a picture wears."""
    light, dark = palette.tokens(palette.LIGHT), palette.tokens(palette.DARK)
    return (
        f":root{{color-scheme:light;{light}--sans:'Inter Variable',Inter,{palette.SANS};"
        f"--serif:'Lora Variable',Lora,{palette.SERIF}}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{dark}}}}}\n"
        f":root[data-theme=dark]{{color-scheme:dark;{dark}}}\n{palette.stylesheet('svg')}\n"
        f"{fonts.stylesheet()}\n"
    )


def _files() -> Iterator[tuple[str, bytes]]:
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            yield path.relative_to(STATIC).as_posix(), path.read_bytes()
    tree = resources.files("noughts.explain").joinpath("assets")
    yield "tree.js", tree.joinpath("tree_page.js").read_bytes()
    yield "tree.css", tree.joinpath("tree_page.css").read_bytes()
    yield "colours.css", stylesheet().encode()


FILES = dict(_files())
VERSION = sha256("".join(sha256(body).hexdigest() for body in FILES.values()).encode()).hexdigest()[:10]
