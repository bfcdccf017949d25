"""Closes all its pipes and sleeps.

Expected: no-answer, "time limit"
"""

import os
import time

TURN = "JUDGE"

os.closerange(0, 256)
time.sleep(1000)
