"""Looks for the grader's command line among all processes.

Expected: no-answer, "contained"
"""

import contextlib
import os
import sys

TURN = "JUDGE"

with contextlib.suppress(OSError):
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError):
                if b"report.json" in open(f"/proc/{name}/cmdline", "rb").read():
                    print("found", name)
                    sys.exit(0)
sys.exit("contained")
