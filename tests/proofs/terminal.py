"""A program at a terminal of its own: what it writes there, and the keys that a person presses."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A running program, and everything that has been on its screen, without colours."""

    def __init__(self, process: subprocess.Popen[bytes], screen: int) -> None:
        self.process, self._screen, self._raw = process, screen, b""

    @property
    def text(self) -> str:
        return _CONTROL.sub("", self._raw.decode("utf-8", errors="replace"))

    def wait_for(self, pattern: str, seconds: float = 240) -> re.Match[str]:
        """The first place where the pattern stands on the screen."""
        end = time.monotonic() + seconds
        while (found := re.search(pattern, self.text)) is None:
            assert time.monotonic() < end, f"{pattern} never stood there: {self.text[-500:]}"
            assert self._read(), f"{pattern} never stood there, and the program has ended: {self.text[-500:]}"
        return found

    def read_until(self, happens: Callable[[], bool], seconds: float = 240) -> None:
        """A program whose screen nobody reads would stand still."""
        end = time.monotonic() + seconds
        while not happens():
            assert time.monotonic() < end, "it did not happen in time"
            self._read()

    def press(self, keys: bytes) -> None:
        os.write(self._screen, keys)

    def end(self, seconds: float = 120) -> int:
        """Reads on until the program has ended; its exit code."""
        limit = time.monotonic() + seconds
        while self._read():
            assert time.monotonic() < limit, self.text[-500:]
        return self.process.wait(timeout=seconds)

    def _read(self) -> bool:
        """Whether there may be more to come."""
        if not select.select([self._screen], [], [], 0.2)[0]:
            return True
        try:
            piece = os.read(self._screen, 1 << 16)
        except OSError:  # the other end is closed
            return False
        self._raw += piece
        return bool(piece)


@contextmanager
def at_a_terminal(*arguments: str) -> Iterator[Terminal]:
    """`noughts` with these arguments, at a terminal of 40 lines of 160 characters, which it leads."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 160, 0, 0))

    def lead() -> None:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a background job of a shell would ignore Ctrl-C

    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=lead,
        env={**environment, "TERM": "xterm-256color"},
    )
    os.close(theirs)
    try:
        yield Terminal(process, ours)
    finally:
        process.kill()
        process.wait(timeout=60)
        os.close(ours)
