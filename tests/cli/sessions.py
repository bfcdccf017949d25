"""Sessions at a real terminal of a given size, recorded as the text that a person sees."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from commands import begin, exit_code, give_up

from cli.screen import Screen

ARROWS = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D"}
ENTER, CTRL_C, CTRL_D = "\n", "\x03", "\x04"
_SECONDS = 60


class Session:
    """One command at a terminal. What is typed waits until what it answers has appeared."""

    def __init__(self, arguments: list[str], width: int, height: int, **environment: str) -> None:
        self.screen = Screen(width, height)
        self._written = b""
        self._is_open = True
        self._terminal, self._child = pty.openpty()
        fcntl.ioctl(self._child, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        unset = ("COLUMNS", "LINES", "LANGUAGE", "LC_ALL", "NO_COLOR", "FORCE_COLOR")
        usual = {name: value for name, value in os.environ.items() if name not in unset}
        usual |= {"TERM": "xterm-256color", "LANG": "C.UTF-8", **environment}
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), os.ttyname(self._child))
        begin(arguments, str(Path.cwd()), usual, streams, is_terminal=True)

    def wait_for(self, text: str) -> None:
        """Until the text is there that was not there before."""
        count = self._count(text)
        end = time.monotonic() + _SECONDS
        while self._count(text) <= count and time.monotonic() < end:
            self._read()
        assert self._count(text) > count, self.screen.text

    def _count(self, text: str) -> int:
        return len(re.findall(re.escape(text), self.screen.text))

    def type(self, text: str) -> None:
        os.write(self._terminal, text.encode())

    def finish(self) -> int:
        """The exit code; everything has been read then."""
        end, code = time.monotonic() + _SECONDS, None
        while code is None and time.monotonic() < end:
            self._read()
            code = exit_code(0)
        assert code is not None, self.screen.text
        self._is_open = False
        while self._read():
            pass
        return code

    def _read(self) -> bool:
        """Whether there was something to read within a moment."""
        if not select.select([self._terminal], [], [], 0.1)[0]:
            return False
        self._written += os.read(self._terminal, 65536)
        self.screen = Screen(self.screen.width, self.screen.height)  # a character may come in two parts
        self.screen.write(self._written.decode(errors="ignore"))
        return True

    def close(self) -> None:
        if self._is_open:
            give_up()
        os.close(self._terminal)
        os.close(self._child)


@contextmanager
def session(*arguments: str, width: int = 80, height: int = 24, **environment: str) -> Iterator[Session]:
    one = Session(list(arguments), width, height, **environment)
    try:
        yield one
    finally:
        one.close()
