"""Sends a status that is a list.

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
    send(json.dumps({"id": token, "status": ["answer"], "out": "2 2"}).encode() + b"\n")
    return (0, 0)
