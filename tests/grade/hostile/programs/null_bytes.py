"""Answers with zero bytes and commands for a terminal.

Expected: no-answer, "unparsable"
"""

import os

TURN = "JUDGE"

os.write(1, b"\0\x1b]0;title\x07\n")
