"""Sends a reply of which the end never comes.

Expected: no-answer, "only answers belong"
"""

import contextlib
import json
import os
import sys


def send(data):
    """Into every pipe that leads out."""
    for number in range(3, 64):
        with contextlib.suppress(OSError):
            os.write(number, data)


def play(board, sign):
    token = sys._getframe(2).f_locals["question"]["id"]
    send(b'{"id": "' + b"x" * 100)
    return (0, 0)
