"""Sleeps for ever.

Expected: no-answer, "time limit"
"""

import time

TURN = "JUDGE"

time.sleep(1000)
