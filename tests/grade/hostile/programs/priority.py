"""Takes the processor before everybody else.

Expected: no-answer, "contained"
"""

import os
import sys

TURN = "JUDGE"

try:
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
except OSError:
    sys.exit("contained")
print("broke out")
