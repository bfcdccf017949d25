"""Starts 2,000 processes.

Expected: no-answer, "forked" or "processes" or "memory limit"
"""

import os
import sys
import time

TURN = "JUDGE"

started = 0
for _ in range(2000):
    try:
        if os.fork() == 0:
            time.sleep(20)
            os._exit(0)
        started += 1
    except OSError:
        break
if started < 100:
    sys.exit(f"forked {started}")
time.sleep(5)  # where processes and their memory are counted and not limited by the kernel, that takes a moment
print("broke out")
