"""Files that are written atomically: completely, or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from .errors import FileError


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A temporary file beside `path` that replaces it on success, and is removed otherwise.

    Its name is unpredictable and new, so no link is followed.
    """
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror}") from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        temporary.unlink(missing_ok=True)


def write(path: Path, data: bytes | str) -> None:
    with replacing(path) as file:
        file.write(data if isinstance(data, bytes) else data.encode("utf-8", errors="replace"))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
