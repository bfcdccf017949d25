"""Pyodide, the Python for browsers: its npm package, pinned with checksums by the lock file beside this module."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

from ...errors import NoughtsError

LOCKED = ("package.json", "package-lock.json")
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
_HERE = Path(__file__).parent


def version() -> str:
    """The version that the lock file pins."""
    lock: dict[str, Any] = json.loads((_HERE / "package-lock.json").read_text(encoding="utf-8"))
    return str(lock["packages"]["node_modules/pyodide"]["version"])


def folder() -> Path:
    """Where its files are. They are fetched by npm the first time, which compares them with the checksums."""
    kept = _cache() / sha256(b"".join((_HERE / name).read_bytes() for name in LOCKED)).hexdigest()[:16]
    there = kept / "node_modules" / "pyodide"
    if not all((there / name).is_file() for name in (*FILES, LOCK)):
        _fetch(kept)
    return there


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "noughts" / "pyodide"


def _fetch(kept: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        needs = f"the exported page needs Pyodide {version()}, which npm fetches"
        raise NoughtsError(f"{needs}; npm is not installed (on Debian: apt install npm)")
    try:
        kept.mkdir(parents=True, exist_ok=True)
        for name in LOCKED:
            shutil.copyfile(_HERE / name, kept / name)
        command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        done = subprocess.run(command, cwd=kept, capture_output=True, text=True, check=False)
    except OSError as error:
        raise NoughtsError(f"Pyodide could not be fetched into {kept}: {error.strerror or error}") from None
    if done.returncode:
        reason = next((line for line in done.stderr.splitlines() if line.strip()), f"exit code {done.returncode}")
        raise NoughtsError(f"npm could not fetch Pyodide {version()}: {reason.strip()}")
