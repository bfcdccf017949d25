"""Files that never change: style sheets, scripts, pictures, fonts.

With the version in their address they are kept for a year. They are compressed once, when the server starts.
"""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Iterator
from hashlib import sha256
from importlib import resources
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import Response

from ..explain import palette
from . import fonts

STATIC = Path(__file__).with_name("static")
_YEAR = "public, max-age=31536000, immutable"
_AGAIN = "no-cache"  # asked for again each time, and sent only if it has changed
_SMALLEST = 500  # bytes: less is not worth compressing


class Asset:
    """A file as it is sent: as it is, and compressed where that is shorter."""

    def __init__(self, name: str, body: bytes) -> None:
        self.body = body
        self.media = _media(name)
        self.tag = f'"{sha256(body).hexdigest()[:16]}"'
        packed = gzip.compress(body, 9, mtime=0) if len(body) >= _SMALLEST else body
        self.packed = packed if len(packed) < 0.9 * len(body) else None

    def response(self, request: Request, *, is_versioned: bool) -> Response:
        headers = {"cache-control": _YEAR if is_versioned else _AGAIN, "etag": self.tag, "vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        if self.packed is None or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.body, media_type=self.media, headers=headers)
        return Response(self.packed, media_type=self.media, headers={**headers, "content-encoding": "gzip"})


def _media(name: str) -> str:
    known = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
    return known.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


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


ASSETS = {name: Asset(name, body) for name, body in _files()}
VERSION = sha256("".join(asset.tag for asset in ASSETS.values()).encode()).hexdigest()[:10]


def router() -> APIRouter:
    files = APIRouter(include_in_schema=False)

    @files.get("/static/{path:path}")
    async def static(path: str, request: Request) -> Response:
        version, _, rest = path.partition("/")
        is_versioned = version == VERSION
        asset = ASSETS.get(rest if is_versioned else path)
        return Response(status_code=404) if asset is None else asset.response(request, is_versioned=is_versioned)

    @files.get("/favicon.ico")
    async def icon(request: Request) -> Response:
        return ASSETS["icon.svg"].response(request, is_versioned=False)

    return files
