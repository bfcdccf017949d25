"""Sends a reply without end.

Expected: no-answer, "output limit"
"""

import contextlib
import os


def send(data):
    """Into every pipe that leads out."""
    for number in range(3, 64):
        with contextlib.suppress(OSError):
            os.write(number, data)


def play(board, sign):
    while True:
        send(b"x" * 10_000)
