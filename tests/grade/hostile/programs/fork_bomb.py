"""Starts 2,000 processes.

Expected: no-answer, "forked" or "processes"
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
if started < 1000:  # where processes are counted and not limited, some hundred can be there before it is stopped
    sys.exit(f"forked {started}")
print("broke out")
