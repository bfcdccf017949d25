"""Reads a byte of the question every 20 ms.

Expected: no-answer, "time limit"
"""

import os
import time

TURN = "JUDGE"

while True:
    os.read(0, 1)
    time.sleep(0.02)
