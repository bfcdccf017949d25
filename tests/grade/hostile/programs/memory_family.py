"""Takes memory in many processes, each within the limit.

Expected: no-answer, "memory limit"
"""

import os
import time

TURN = "JUDGE"

for _ in range(6):
    if os.fork() == 0:
        held = bytearray(b"x" * (80 << 20))
        time.sleep(1000)
time.sleep(1000)
