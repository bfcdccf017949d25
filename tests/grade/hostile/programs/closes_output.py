"""Closes its output and ends well.

Expected: not-graded, "the agent's process ended"
"""

import os

TURN = "JUDGE"

os.close(1)
os.close(2)
os._exit(0)
