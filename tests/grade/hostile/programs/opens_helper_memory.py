"""Opens the memory of its helper through /proc.

Expected: no-answer, "contained"
"""

import os
import sys

TURN = "JUDGE"

try:
    open(f"/proc/{os.getppid()}/mem", "r+b")
except OSError:
    sys.exit("contained")
print("broke out")
