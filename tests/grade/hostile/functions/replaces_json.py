"""Replaces the library that writes its replies.

Expected: not-graded, "wrote where only answers belong"
"""

import json


json.dumps = lambda reply: "{}"


def play(board, sign):
    return (0, 0)
