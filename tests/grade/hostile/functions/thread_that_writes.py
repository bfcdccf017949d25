"""Leaves a thread that writes into every pipe.

Expected: no-answer, "only answers belong" or "output limit"
"""

import contextlib
import os
import threading


def send(data):
    """Into every pipe that leads out."""
    for number in range(3, 64):
        with contextlib.suppress(OSError):
            os.write(number, data)


def work():
    while True:
        send(b"x\n")


def play(board, sign):
    threading.Thread(target=work, daemon=True).start()
    threading.Event().wait(0.3)
    return (0, 0)
