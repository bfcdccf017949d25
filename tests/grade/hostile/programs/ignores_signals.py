"""Ignores every signal that can be ignored, and sleeps.

Expected: no-answer, "time limit"
"""

import contextlib
import signal
import time

TURN = "JUDGE"

for number in range(1, 65):
    with contextlib.suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_IGN)
time.sleep(1000)
