"""`noughts --version`: version, engine and commit in one line."""

from __future__ import annotations

import subprocess
from importlib import import_module
from pathlib import Path

from .. import __version__
from ..engine import why_missing


def version_line() -> str:
    engine = "pure Python" if why_missing() else "compiled core"
    return f"noughts {__version__} ({engine}, {_origin()})"


def _origin() -> str:
    found = commit()
    return f"commit {found[:12]}" if found else "commit unknown"


def commit() -> str | None:
    """The commit that the package was built from, or that its sources have now; None if nobody knows."""
    checkout = Path(__file__).parents[3]
    if (checkout / ".git").exists():
        try:
            command = ["git", "-C", str(checkout), "rev-parse", "HEAD"]
            git = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return None
        return git.stdout.strip() if git.returncode == 0 else None
    try:
        return str(import_module("noughts.cli._commit").COMMIT)
    except (ImportError, AttributeError):
        return None
