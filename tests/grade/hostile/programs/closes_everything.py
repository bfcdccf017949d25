"""Closes all its pipes and sleeps.

Expected: no-answer, "no answer within 1 s"
"""

import os
import time

TURN = "JUDGE"

os.closerange(0, 256)
time.sleep(1000)
