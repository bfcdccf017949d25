"""The quick answer: a 3×3 board in JUDGE form, looked up instead of searched.

A judge starts a process for each position, so starting up is most of the time. This module imports nothing but the
table of answers, which `make generated` writes by solving every board and a test compares with the solver, board
by board. Whatever is not exactly in the form below goes the long way, through `conversation`.

    JUDGE
    TURN X
    +---+---+---+
    | X | _ | _ |    and so on
"""

from .answers import ANSWERS

_BORDER = b"+---+---+---+"
# A board is a number in base 3: the side to move is 1, the other 2, so one table serves both.
_DIGITS = {b"TURN X": bytes.maketrans(b"_XO", b"012"), b"TURN O": bytes.maketrans(b"_OX", b"012")}


def answer(text: bytes) -> str | None:
    """`row column`, or `-1` on a finished board; None if the text is in any way unusual."""
    lines = text.splitlines()
    if len(lines) < 9 or lines[0] != b"JUDGE" or lines[1] not in _DIGITS or lines[2:9:2] != [_BORDER] * 4:
        return None
    if any(line.lstrip()[:1] in (b"|", b"+") for line in lines[9:]):
        return None
    rows = lines[3:9:2]
    if any(len(row) != 13 or row[::4] != b"||||" or row[1::2] != b"      " for row in rows):
        return None
    board = b"".join(row[2::4] for row in rows)
    if board.strip(b"_XO"):
        return None
    digit = ANSWERS[int(board.translate(_DIGITS[lines[1]]), 3)]
    if digit == ord("-"):
        return "-1"
    cell = digit - ord("1")
    return f"{cell // 3 + 1} {cell % 3 + 1}" if 0 <= cell < 9 else None
