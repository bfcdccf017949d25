"""Writes a line of 100 MB.

Expected: no-answer, "output limit"
"""

import sys

TURN = "JUDGE"

for _ in range(1000):
    sys.stdout.write("1" * 100_000)
