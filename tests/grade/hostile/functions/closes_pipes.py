"""Closes its pipes and goes on.

Expected: no-answer, "ended" or "time limit"
"""

import os
import threading


def play(board, sign):
    os.closerange(0, 256)
    threading.Event().wait(1000)
