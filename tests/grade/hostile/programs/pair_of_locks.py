"""Two agents: each looks for a lock that the other holds on a file of the system.

Expected: no-answer, "contained"
Copies: 2
"""

import fcntl
import os
import sys
import time

TURN = "JUDGE"

with open(os.path.realpath(sys.executable), "rb") as file:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        time.sleep(0.5)
    except OSError:
        print("seen")
        sys.exit(0)
sys.exit("contained")
