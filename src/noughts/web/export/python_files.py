"""What the browser's Python needs of this installation, as one archive: the page, the solver, Jinja."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from ..static_files import VERSION

PACKAGE = Path(__file__).parents[2]
# Rooms and modules that a page in the browser never asks for.
LEFT_OUT = ("classroom", "cli", "cluster", "grade", "protocols", "rl", "proofs/shipped", "web/export")
SERVED = ("api", "app", "assets", "drawings", "jobs", "limits", "pages", "server", "workers")
DATA = {".py", ".html", ".mo"}
CORE = Path(__file__).with_name("core.wasm")  # `make core-wasm` builds it
_JINJA = ("jinja2", "markupsafe")
_STATIC = "web/static_files.py"  # style sheets and scripts are beside the archive; Python only names their version


def archive() -> bytes:
    """A zip that is the same wherever it is made."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for name, content in sorted(_files()):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(entry, content)
    return packed.getvalue()


def _files() -> Iterator[tuple[str, bytes]]:
    yield f"noughts/{_STATIC}", f'VERSION = "{VERSION}"\n'.encode()
    for path in PACKAGE.rglob("*"):
        name = path.relative_to(PACKAGE).as_posix()
        if path.suffix in DATA and not name.startswith(LEFT_OUT) and name not in _served():
            yield f"noughts/{name}", path.read_bytes()
    if CORE.is_file():
        yield "noughts/engine/_core.py", Path(__file__).with_name("browser_core.py").read_bytes()
    for package in _JINJA:
        there = Path(str(import_module(package).__file__)).parent
        for path in there.rglob("*.py"):
            yield f"{package}/{path.relative_to(there).as_posix()}", path.read_bytes()


def _served() -> set[str]:
    return {f"web/{name}.py" for name in SERVED} | {"web/templates/api.html", _STATIC}
