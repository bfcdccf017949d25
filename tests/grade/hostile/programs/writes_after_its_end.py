"""Leaves a process that goes on writing to its output.

Expected: no-answer, "found"
"""

import os
import time

TURN = "JUDGE"

if os.fork() == 0:
    while True:
        os.write(1, b"x" * 100)
        time.sleep(0.001)
time.sleep(0.2)
