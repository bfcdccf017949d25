"""Lines from a file descriptor, one at a time, with a way to ask whether another is already there."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator

from ..errors import NotationError

LONGEST_LINE = 4096


class Lines(Iterator[str]):
    """Yields lines without their ends; undecodable bytes become U+FFFD, a byte order mark is dropped."""

    def __init__(self, descriptor: int, already_read: bytes = b"") -> None:
        self.descriptor = descriptor
        self._buffer = already_read.removeprefix(b"\xef\xbb\xbf")
        self._at_start = not already_read
        self._ended = False
        self.number = 0
        self.is_terminal = os.isatty(descriptor)

    def __next__(self) -> str:
        while b"\n" not in self._buffer and not self._ended:
            if len(self._buffer) > LONGEST_LINE:
                raise NotationError(f"a line of more than {LONGEST_LINE} bytes, expected a short one", self.number + 1)
            self._read()
        if not self._buffer:
            raise StopIteration
        line, _, self._buffer = self._buffer.partition(b"\n")
        self.number += 1
        return line.decode("utf-8", errors="replace").rstrip("\r")

    def waiting(self, seconds: float) -> bool:
        """Whether there is more to read now or within the time given; the end of the input counts as not."""
        while not self._buffer and not self._ended:
            try:
                ready, _, _ = select.select([self.descriptor], [], [], seconds)
            except (OSError, ValueError):  # not every system can wait on a pipe; then reading is the only way to know
                ready = [self.descriptor]
            if not ready:
                return False
            self._read()
        return bool(self._buffer)

    def _read(self) -> None:
        piece = os.read(self.descriptor, 1 << 16)
        self._ended = not piece
        if self._at_start:
            piece = piece.removeprefix(b"\xef\xbb\xbf")
            self._at_start = False
        self._buffer += piece
