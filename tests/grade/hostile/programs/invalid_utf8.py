"""Answers with bytes that are no text.

Expected: no-answer, "unparsable"
"""

import os

TURN = "JUDGE"

os.write(1, b"\xff\xfe 1 1\n")
