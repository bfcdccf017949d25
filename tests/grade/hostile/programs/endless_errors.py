"""Writes to standard error for ever.

Expected: no-answer, "time limit"
"""

import sys

TURN = "JUDGE"

while True:
    sys.stderr.write("error\n" * 1000)
