"""The files of the page as the server sends them.

With the version in their address they are kept for a year. They are compressed once, when the server starts.
"""

from __future__ import annotations

import gzip
import mimetypes
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import Response

from .static_files import FILES, VERSION

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


ASSETS = {name: Asset(name, body) for name, body in FILES.items()}


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
