"""Closes the pipe of questions after it was loaded.

Expected: not-graded, "wrote where only answers belong"
"""

import contextlib
import os
import threading


def send(data):
    """Into every pipe that leads out."""
    for number in range(3, 64):
        with contextlib.suppress(OSError):
            os.write(number, data)


send(b'{"id": -1, "status": "answer", "out": ""}\n')
for number in range(64):
    with contextlib.suppress(OSError):
        if os.readlink(f"/proc/self/fd/{number}").startswith("pipe") and number not in (1, 2):
            with contextlib.suppress(OSError):
                os.read(number, 0)
                os.close(number)
threading.Event().wait(1000)


def play(board, sign):
    return (0, 0)
