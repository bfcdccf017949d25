"""Closes all its pipes and sleeps.

Expected: not-graded, "the agent's process ended"
"""

import os
import time

TURN = "JUDGE"

os.closerange(0, 256)
time.sleep(1000)
