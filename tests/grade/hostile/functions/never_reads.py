"""Says that it is loaded, and never reads a question.

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
threading.Event().wait(1000)


def play(board, sign):
    return (0, 0)
