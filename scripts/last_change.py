"""The commit that made the sources what they are: a wheel may be used again after commits that change none of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

SOURCES = ("src", "core", "CMakeLists.txt", "pyproject.toml")


def last_change(root: Path) -> str:
    """Nothing where there is no history, or no git."""
    if not (root / ".git").exists():
        return ""
    command = ("git", "log", "-1", "--format=%H", "--", *SOURCES)
    try:
        return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False).stdout.strip()
    except FileNotFoundError:
        return ""
