"""A line typed at a terminal, key by key, so that the arrow keys can do something."""

from __future__ import annotations

import codecs
import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

try:
    import termios
except ImportError:  # there are terminals without it; lines are read whole there
    termios = None  # type: ignore[assignment]

ArrowFunction = Callable[[str, str], str]  # the name of the key and what was typed; what then stands there

_NAMES = {"[A": "up", "[B": "down", "[C": "right", "[D": "left", "[5~": "page up", "[6~": "page down"}
_NAMES |= {name.replace("[", "O"): key for name, key in _NAMES.items() if len(name) == 2}
_ENTER, _BACKSPACE, _CLEAR, _END = "\r\n", "\x08\x7f", "\x15", "\x04"
_PAUSE = 0.05  # seconds: an escape sequence comes at once, after the Escape key nothing does


def are_available() -> bool:
    """Whether single keys can be read: at a terminal that can do more than print lines."""
    return (
        termios is not None
        and sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM", "dumb") not in ("", "dumb")
    )


def read_line(ask: Callable[[], object], on_arrow: ArrowFunction | None = None) -> str:
    """What is typed until Enter, after the question has been shown.

    `EOFError` for Ctrl-D on an empty line; `KeyboardInterrupt` for Ctrl-C, as ever.
    """
    typed = ""
    with _key_by_key():  # before the question, so that nothing is echoed twice
        ask()
        for key in _keys():
            before = typed
            if key in _ENTER:
                sys.stdout.write("\n")
                sys.stdout.flush()
                return typed
            if key == _END and not typed:
                raise EOFError
            if len(key) > 1:
                typed = on_arrow(key, typed) if on_arrow is not None else typed
            elif key in _BACKSPACE:
                typed = typed[:-1]
            elif key == _CLEAR:
                typed = ""
            elif key.isprintable():
                typed += key
            _replace(before, typed)
    raise EOFError


def _replace(before: str, after: str) -> None:
    """Changes what stands at the end of the line."""
    same = next((at for at, pair in enumerate(zip(before, after)) if pair[0] != pair[1]), min(len(before), len(after)))
    gone = len(before) - same
    sys.stdout.write("\b" * gone + " " * gone + "\b" * gone + after[same:])
    sys.stdout.flush()


@contextmanager
def _key_by_key() -> Iterator[None]:
    """Keys come one by one and are not echoed; what was typed ahead is kept."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    now = termios.tcgetattr(terminal)
    now[3] &= ~(termios.ICANON | termios.ECHO)
    termios.tcsetattr(terminal, termios.TCSADRAIN, now)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _keys() -> Iterator[str]:
    """Characters, and the names of keys that send several; until the terminal is gone."""
    while character := _character():
        yield _escaped() if character == "\x1b" else character


def _character() -> str:
    decoder = codecs.getincrementaldecoder(sys.stdin.encoding or "utf-8")(errors="replace")
    while True:
        byte = os.read(sys.stdin.fileno(), 1)
        character = decoder.decode(byte, final=not byte)
        if character or not byte:
            return character


def _escaped() -> str:
    """The key that sent an escape sequence; `other` for one without a name here."""
    sequence = ""
    while select.select([sys.stdin.fileno()], [], [], _PAUSE)[0]:
        sequence += _character()
        if len(sequence) > 1 and (sequence[-1].isalpha() or sequence[-1] == "~"):
            break
    return _NAMES.get(sequence, "other")
