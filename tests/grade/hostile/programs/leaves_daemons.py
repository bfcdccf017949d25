"""Leaves processes in sessions of their own.

Expected: no-answer, "unparsable"
"""

import os
import time

TURN = "JUDGE"

for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)
print("daemons left")
