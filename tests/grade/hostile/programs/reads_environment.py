"""Reads the environment of the grader and of its helper.

Expected: no-answer, "contained"
"""

import os
import sys

TURN = "JUDGE"

for pid in ("1", "2", str(os.getppid()), "@pid@"):
    try:
        text = open(f"/proc/{pid}/environ").read()
    except OSError:
        continue
    if "NOUGHTS_CANARY" in text or "XDG_STATE_HOME" in text:
        print("read", pid)
        sys.exit(0)
sys.exit("contained")
