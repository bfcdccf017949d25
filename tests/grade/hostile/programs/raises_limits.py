"""Raises the limits that it was given.

Expected: no-answer, "contained"
"""

import resource
import sys

TURN = "JUDGE"

try:
    resource.setrlimit(resource.RLIMIT_DATA, (1 << 40, 1 << 40))
except (OSError, ValueError):
    sys.exit("contained")
print("broke out")
