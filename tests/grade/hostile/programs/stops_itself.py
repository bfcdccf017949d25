"""Stops its own process, so that it neither ends nor goes on.

Expected: not-graded, "no answer within 2 s"
"""

import os
import signal

TURN = "JUDGE"

os.kill(os.getpid(), signal.SIGSTOP)
