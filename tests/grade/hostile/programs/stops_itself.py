"""Stops its own process, so that it neither ends nor goes on.

Expected: no-answer, "no answer within 1 s"
"""

import os
import signal

TURN = "JUDGE"

os.kill(os.getpid(), signal.SIGSTOP)
