"""Forks and ends, again and again, so that it is always another process.

Expected: no-answer, "found nothing"
"""

import os
import time

TURN = "JUDGE"

for _ in range(5000):
    try:
        if os.fork() != 0:
            os._exit(0)
    except OSError:
        time.sleep(0.001)
