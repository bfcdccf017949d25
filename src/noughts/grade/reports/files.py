"""Writing reports: a file appears when it is complete, and never before."""

from __future__ import annotations

import os
import tempfile
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from ...errors import FileError
from ...files import is_special, write

__all__ = ["ReportError", "check", "check_overwriting", "has_same_name", "is_same", "unique_names", "write"]

_LONGEST = 60  # letters, which take at most 240 bytes
_WORK = frozenset({".py", ".ipynb", ".zip"})  # endings of what people hand in


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
    if is_special(path):
        if not os.access(path, os.W_OK):
            raise ReportError(f"{path}: cannot be written: permission denied")
        return
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass  # asking about rights is not enough: there are file systems that nobody can write to
    except OSError as error:
        raise ReportError(f"{path}: cannot be written: {error.strerror}") from None


def check_overwriting(
    option: str, path: Path, inputs: Iterable[Path], *, any_file: bool = False, usual: str = ""
) -> None:
    """Refuses to write over what is read, or over a file that may be somebody's work: `--csv *.py` names one.

    `any_file` means that every file in a folder of agents is one, `usual` is how the name of such an output ends.
    """
    if is_special(path) or not path.exists():
        return
    target = path.resolve()
    for one in inputs:
        is_inside = one.is_dir() and one.resolve() in target.parents
        if is_same(path, one) or (is_inside and target.is_file() and (any_file or os.access(target, os.X_OK))):
            raise ReportError(f"{option} {path}: would be overwritten, and it is read; expected another file")
    if target.is_file() and target.suffix.lower() in _WORK - {usual}:
        raise ReportError(f"{option} {path}: would be overwritten, and may be an agent; expected another file")


def is_same(one: Path, other: Path) -> bool:
    """Whether two paths name the same file, through links too and also where there is none yet."""
    try:
        return one.samefile(other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)


def has_same_name(one: Path, other: Path) -> bool:
    """Whether two reports would be the same file, also where there is none yet. A link would be replaced."""
    return one.parent.resolve() / one.name == other.parent.resolve() / other.name


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
