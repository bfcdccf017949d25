"""Stops its own process, so that it neither ends nor goes on.

Expected: no-answer, "time limit"
"""

import os
import signal

TURN = "JUDGE"

os.kill(os.getpid(), signal.SIGSTOP)
