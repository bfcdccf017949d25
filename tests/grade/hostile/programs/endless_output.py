"""Writes for ever.

Expected: no-answer, "output limit"
"""

import sys

TURN = "JUDGE"

while True:
    sys.stdout.write("1 1\n" * 1000)
