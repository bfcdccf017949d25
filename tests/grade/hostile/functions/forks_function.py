"""Forks, and both answer.

Expected: no-answer, "unparsable" or "only answers belong" or "ended"
"""

import os


def play(board, sign):
    os.fork()
    return "x"
