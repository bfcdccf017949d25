"""Feigns a sandbox that did not start: says what bubblewrap and the helper would say, and ends.

Expected: no-answer, "bwrap"
"""

import contextlib
import os
import sys

TURN = "JUDGE"
for number in range(64):
    with contextlib.suppress(OSError):
        os.write(number, b'{"status": "unready", "out": "no process"}\n')
sys.exit("bwrap: Creating new namespace failed: Resource temporarily unavailable")
