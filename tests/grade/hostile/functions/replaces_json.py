"""Replaces the library that writes its replies.

Expected: no-answer, "only answers belong" or "ended" or "unparsable"
"""

import json


json.dumps = lambda reply: "{}"


def play(board, sign):
    return (0, 0)
