"""For the documentation site: the sources without the stub that makes `noughts.games` a value and hides the package."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
COPY = ROOT / "build" / "reference"  # mkdocs.yml names it too


def on_startup(**_: Any) -> None:
    """MkDocs calls this before it reads anything."""
    shutil.rmtree(COPY, ignore_errors=True)
    hidden = shutil.ignore_patterns("__pycache__", "__init__.pyi", "*.so", "static", "locale")
    shutil.copytree(ROOT / "src" / "noughts", COPY / "noughts", ignore=hidden)
