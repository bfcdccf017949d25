"""Writes into every descriptor.

Expected: no-answer, "only answers belong"
"""

import contextlib
import os


def play(board, sign):
    for number in range(3, 64):
        with contextlib.suppress(OSError):
            os.write(number, b"forged\n" * 100)
    return (0, 0)
