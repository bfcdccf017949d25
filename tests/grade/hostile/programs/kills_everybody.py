"""Sends deadly signals to its parent, to the first processes and to all others.

Expected: no-answer, "still here" or "signal" or "ended"
"""

import contextlib
import os
import signal
import sys

TURN = "JUDGE"

for pid in (os.getppid(), 1, 2, 0x7FFFFFFF, -1):
    for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGSTOP):
        with contextlib.suppress(OSError):
            os.kill(pid, number)
sys.exit("still here")
