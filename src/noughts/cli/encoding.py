"""Output that any encoding can write: what it lacks is written with plain characters."""

from __future__ import annotations

import codecs
import sys
from io import TextIOWrapper

_NAME = "noughts.plain"
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("│┃", "|"),
        **dict.fromkeys("─━–—−‐", "-"),
        **dict.fromkeys("┼├└┌┐┘┤┬┴╸╺", "+"),
        **dict.fromkeys("█", "#"),
        **dict.fromkeys("░▒▓", ":"),
        **dict.fromkeys("·•", "."),
        **dict.fromkeys("‘’", "'"),
        **dict.fromkeys("“”„", '"'),
        "▲": "^", "▼": "v", "×": "x", "…": "...", "≤": "<=", "≥": ">=", "∞": "inf", "→": "->", "è": "e", "é": "e",
        "✓": "+", "✗": "-", "α": "a", "β": "b", "γ": "c", "δ": "d", "\N{NO-BREAK SPACE}": " ",
    }
)  # fmt: skip


def prepare() -> None:
    """No character can make the standard streams fail."""
    codecs.register_error(_NAME, _plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_NAME)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def can_write(text: str) -> bool:
    """Whether standard output has these characters."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """The characters that cannot be written, as plain ones; a question mark for one that has none."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    plain = "".join("." if "\u2800" <= one <= "\u28ff" else one for one in missing).translate(_PLAIN)
    return "".join(one if one.isascii() else "?" for one in plain), error.end
