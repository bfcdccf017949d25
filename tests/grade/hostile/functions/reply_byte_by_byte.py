"""Sends a byte of a reply every 20 ms.

Expected: no-answer, "time limit"
"""

import contextlib
import os
import threading


def send(data):
    """Into every pipe that leads out."""
    for number in range(3, 64):
        with contextlib.suppress(OSError):
            os.write(number, data)


def play(board, sign):
    while True:
        send(b"x")
        threading.Event().wait(0.02)
