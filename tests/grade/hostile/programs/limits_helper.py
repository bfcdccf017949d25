"""Sets limits for its helper.

Expected: no-answer, "contained"
"""

import os
import resource
import sys

TURN = "JUDGE"

try:
    resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (0, 0))
except OSError:
    sys.exit("contained")
print("broke out")
