"""Writing reports: a file appears when it is complete, and never before."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from ...errors import FileError
from ...files import write

__all__ = ["ReportError", "check", "unique_names", "write"]

_LONGEST = 60  # letters, which take at most 240 bytes


class ReportError(FileError):
    """A report cannot be written there."""


def check(path: Path, folder: bool = False) -> None:
    """Refuses at the start what could not be written in the end."""
    if folder:
        if path.exists() and not path.is_dir():
            raise ReportError(f"{path}: is a file; expected a folder, for a file of each agent")
        path = path / "report"
        if not path.parent.exists():
            path = path.parent
    if path.is_dir():
        raise ReportError(f"{path}: is a folder; expected the name of a file")
    if not path.parent.is_dir():
        raise ReportError(f"{path}: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise ReportError(f"{path}: cannot be written; the folder is read-only")


def unique_names(names: Iterable[str]) -> list[str]:
    """For each name one that a file can have and no other has, also where upper and lower case are the same."""
    taken: set[str] = set()
    made = []
    for name in names:
        plain = unicodedata.normalize("NFC", name)
        stem = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in plain)
        stem = stem.strip(".")[:_LONGEST] or "agent"
        unique, count = stem, 1
        while unique.casefold() in taken:
            count += 1
            unique = f"{stem}-{count}"
        taken.add(unique.casefold())
        made.append(unique)
    return made
