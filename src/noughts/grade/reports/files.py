"""Writing reports: a file appears when it is complete, and never before."""

from __future__ import annotations

import os
from pathlib import Path

from ...errors import FileError
from ...files import write

__all__ = ["ReportError", "check", "write"]


class ReportError(FileError):
    """A report cannot be written there."""


def check(path: Path, folder: bool = False) -> None:
    """Refuses at the start what could not be written in the end."""
    if folder:
        if path.exists() and not path.is_dir():
            raise ReportError(f"{path}: with several agents this must be a folder, one file for each")
        path = path / "report"
        if not path.parent.exists():
            path = path.parent
    if path.is_dir():
        raise ReportError(f"{path}: is a folder; expected the name of a file")
    if not path.parent.is_dir():
        raise ReportError(f"{path}: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise ReportError(f"{path}: cannot be written; the folder is read-only")
