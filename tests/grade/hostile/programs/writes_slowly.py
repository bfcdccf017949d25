"""Writes a byte of an answer every 20 ms, and never the end of the line.

Expected: no-answer, "time limit"
"""

import os
import time

TURN = "JUDGE"

while True:
    os.write(1, b"1")
    time.sleep(0.02)
