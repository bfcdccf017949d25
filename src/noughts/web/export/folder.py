"""`noughts web --export DIR`: writes the folder. Its files have the version in their address, so all can be kept."""

from __future__ import annotations

import gzip
import json
import shutil
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ... import __version__
from ...errors import NoughtsError
from ...files import write
from ...language import LANGUAGES
from ...proofs.strategies import SHIPPED
from ..static_files import FILES
from . import first_page, pyodide, python_files
from .python_files import CORE

ASSETS = Path(__file__).with_name("assets")
PACKED = ("pyodide/pyodide.asm.wasm", "core.wasm")  # compressed here: hosts do not agree on what they compress
COUNTED = ("pyodide/pyodide.asm.wasm.packed", "pyodide/python_stdlib.zip", "python.zip", "core.wasm.packed")
MARK = "noughts-export.json"  # in every exported folder: what is in it, and a sign that it may be written anew
ELSEWHERE = ("service_worker.js", "widget.js")  # written into the top folder; for notebooks
ICONS = {"icon-192.png": 192, "icon-512.png": 512, "apple-touch-icon.png": 180}
_LICENCES = """This folder was written by noughts {version}.

noughts                 MIT
fonts Lora and Inter    SIL Open Font License 1.1: the files LICENSE-*.txt beside the fonts
Pyodide {pyodide}         Mozilla Public License 2.0; its source is at https://github.com/pyodide/pyodide
Python                  Python Software Foundation License 2; part of Pyodide
Jinja, MarkupSafe       BSD-3-Clause
"""


class Exported(NamedTuple):
    """What was written: the version, the bytes of a first visit, the bytes of all, whether the core is among them."""

    version: str
    first: int
    total: int
    has_core: bool


def export(folder: Path) -> Exported:
    """Writes the page into a folder that is new, empty, or was written so before."""
    _expect_ours(folder)
    there = pyodide.folder()
    once = _versioned(there)
    digest = sha256("".join(f"{name} {sha256(body).hexdigest()}\n" for name, body in sorted(once.items())).encode())
    # The documents are made of what the version is made of.
    version = sha256(digest.digest() + _documents("v", 0)["index.html"]).hexdigest()[:10]
    files = f"v-{version}"
    counted = sum(len(once.get(name, b"")) for name in COUNTED)
    written = {f"{files}/{name}": body for name, body in once.items()}
    written |= _documents(files, counted) | {name: first_page.icon(size) for name, size in ICONS.items()}
    written |= {
        f"{files}/first.{language}.html": first_page.document("", files, counted, language).encode()
        for language in LANGUAGES
        if language != "en"
    }
    written["manifest.webmanifest"] = json.dumps(first_page.manifest(), indent=1).encode()
    written["licences.txt"] = _LICENCES.format(version=__version__, pyodide=pyodide.version()).encode()
    first = [name for name in written if not name.startswith(f"{files}/proofs/") and "LICENSE" not in name]
    worker = (ASSETS / "service_worker.js").read_text(encoding="utf-8")
    kept = " ".join(f"./{name.removesuffix('index.html')}" for name in sorted(first) if name != "licences.txt")
    written["service-worker.js"] = worker.replace("{version}", version).replace("{files}", kept).encode()
    _write(folder, written)
    return Exported(version, sum(len(written[name]) for name in first), sum(map(len, written.values())), CORE.is_file())


def _expect_ours(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise NoughtsError(f"{folder}: this is a file; expected a folder for the page")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise NoughtsError(f"{folder}: not empty, and not written by this command; expected a new or empty folder")


def _versioned(there: Path) -> dict[str, bytes]:
    """The files whose address has the version."""
    lock = json.loads((there / pyodide.LOCK).read_text(encoding="utf-8"))
    proofs = {path.name: path.read_bytes() for path in sorted(SHIPPED.glob("*.proof"))}
    settings = {"lock": {"info": lock["info"], "packages": {}}, "proofs": list(proofs), "hasCore": CORE.is_file()}
    files = {**FILES, **{path.name: path.read_bytes() for path in ASSETS.glob("*.*") if path.name not in ELSEWHERE}}
    files |= {f"pyodide/{name}": (there / name).read_bytes() for name in pyodide.FILES}
    files["python.zip"] = python_files.archive()
    if CORE.is_file():
        files["core.wasm"] = CORE.read_bytes()
    files |= {f"{name}.packed": gzip.compress(files.pop(name), 9, mtime=0) for name in PACKED if name in files}
    files["answers.json"] = json.dumps(first_page.answers(), separators=(",", ":")).encode()
    files["settings.json"] = json.dumps(settings, separators=(",", ":")).encode()
    return files | {f"proofs/{name}": body for name, body in proofs.items()}


def _documents(files: str, total: int) -> dict[str, bytes]:
    return {f"{name}index.html": first_page.document(name, files, total).encode() for name in first_page.VIEWS}


def _write(folder: Path, files: dict[str, bytes]) -> None:
    """The documents last: whoever visits meanwhile gets the old page or the new one."""
    try:
        for name, body in sorted(files.items(), key=lambda item: item[0].count("/") == 0 or item[0].endswith(".html")):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(body)
        before = json.loads((folder / MARK).read_text(encoding="utf-8"))["files"] if (folder / MARK).is_file() else []
        for name in set(before) - set(files):
            (folder / name).unlink(missing_ok=True)
        for path in folder.glob("v-*"):
            if not any(name.startswith(f"{path.name}/") for name in files):
                shutil.rmtree(path)
    except OSError as error:
        raise NoughtsError(f"{error.filename or folder}: {error.strerror or error}") from None
    write(folder / MARK, json.dumps({"noughts": __version__, "files": sorted(files)}, indent=1))
