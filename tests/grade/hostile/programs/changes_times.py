"""Changes the times of a file of the grader.

Expected: no-answer, "contained"
"""

import os
import sys

TURN = "JUDGE"

try:
    os.utime("@canary@", (0, 0))
except OSError:
    sys.exit("contained")
print("broke out")
