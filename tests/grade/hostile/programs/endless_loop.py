"""Computes for ever.

Expected: no-answer, "time limit"
"""

TURN = "JUDGE"

while True:
    pass
