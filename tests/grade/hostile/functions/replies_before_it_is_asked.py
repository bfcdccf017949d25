"""Replies to thousands of questions when it is loaded, and never reads one.

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
for number in range(2000):
    send(b'{"id": %d, "status": "answer", "out": "2 2"}\n' % number)
threading.Event().wait(1000)


def play(board, sign):
    return (0, 0)
