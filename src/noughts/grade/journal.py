"""What has been answered so far, in a file that survives the grader: a line of JSON for each result of a unit.

A line that was not written to its end is ignored, and so is one about something else.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import stat
import zlib
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

from ..errors import NoughtsError
from .units import GradingResult

# How a line begins, also one that was not written to its end.
_BEGINS = re.compile(rb'[0-9a-f]{8} \{"key":')


class JournalError(NoughtsError):
    """The journal cannot be written, is not one of ours, or somebody else is writing it."""


def usual_path(about: Iterable[str]) -> Path:
    """Where the journal of such a run is kept: in the user's folder for state, named after what is graded."""
    home = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")  # noqa: PTH111
    name = hashlib.sha256("\n".join([str(Path.cwd()), *about]).encode()).hexdigest()[:16]
    return Path(home, "noughts", "grade", f"{name}.journal")


class Journal:
    """Results in the order in which they came. Use as a context manager; `remove` it when the reports are written."""

    def __init__(self, path: Path, *, resume: bool) -> None:
        self.path = path
        self.done: list[GradingResult] = []
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            # For the grader's eyes only, and not through a link.
            careful = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
            handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | careful, 0o600)
        except OSError as error:
            raise JournalError(f"{path}: the journal cannot be written: {error.strerror}") from None
        if not _is_ours(handle):
            os.close(handle)
            raise JournalError(f"{path}: not a journal of noughts; expected one, an empty file or a new name")
        self._file = os.fdopen(handle, "a+b")
        self._lock()
        os.fchmod(handle, 0o600)
        if not resume:
            self._file.truncate(0)
        self._file.seek(0)
        end = 0
        for line in self._file:
            result = _read(line)
            if result is None:
                break
            self.done.append(result)
            end += len(line)
        self._file.truncate(end)  # nothing after a broken line can be trusted to be whole

    def add(self, result: GradingResult) -> None:
        """Written and on the disk when this returns."""
        text = json.dumps(result.as_json(), separators=(",", ":")).encode()
        self._file.write(b"%08x %b\n" % (zlib.crc32(text), text))
        self._file.flush()
        os.fsync(self._file.fileno())

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)

    def _lock(self) -> None:
        with contextlib.suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self._file.close()
                raise JournalError(f"{self.path}: the same grading is running already") from None

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _is_ours(handle: int) -> bool:
    """Whether an open file is a journal, perhaps a torn one, or empty: anything else is somebody's work."""
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        return False
    start = os.pread(handle, 32, 0)
    return not start or _BEGINS.match(start) is not None


def _read(line: bytes) -> GradingResult | None:
    checksum, _, text = line.rstrip(b"\n").partition(b" ")
    try:
        if not line.endswith(b"\n") or int(checksum, 16) != zlib.crc32(text):
            return None
        return GradingResult.from_json(json.loads(text))
    except (ValueError, KeyError, TypeError):
        return None
