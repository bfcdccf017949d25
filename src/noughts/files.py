"""Files that are written atomically: completely, or not at all. Devices and pipes stay what they are."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from .errors import FileError


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A temporary file that replaces the one at `path` on success, and is removed otherwise.

    A symbolic link to a file is replaced and not followed: somebody may have laid it there. A device or a pipe, also at
    the end of a link, is written to as it is: one that is replaced is gone.
    """
    try:
        special = _opened_special(path)
        with _open(special) if special is not None else _beside(path) as file:
            yield file
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror or error}") from None


def _open(handle: int) -> BinaryIO:
    return os.fdopen(handle, "wb")


@contextmanager
def _beside(path: Path) -> Iterator[BinaryIO]:
    """Its name is unpredictable and new, so nobody else can have made it."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
    temporary = Path(name)
    try:
        with _open(handle) as file:
            yield file
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def is_special(path: Path) -> bool:
    """Whether there is a device, a pipe or a socket at a path, or at the end of a link."""
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _opened_special(path: Path) -> int | None:
    """A descriptor for what is written to as it is; also for the file that is our output, as /dev/stdout may be."""
    with suppress(FileNotFoundError, NotADirectoryError):
        found = path.stat()
        for ours in (1, 2):
            with suppress(OSError):
                if os.path.samestat(found, os.fstat(ours)):
                    return os.dup(ours)
        if is_special(path):
            return os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    return None


def write(path: Path, data: bytes | str) -> None:
    with replacing(path) as file:
        file.write(data if isinstance(data, bytes) else data.encode("utf-8", errors="replace"))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
