"""Reads the processor's counters (perf_event_open).

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 298, "aarch64": 241}[os.uname().machine]
if libc.syscall(number, bytes(128), 0, -1, -1, 0) < 0:
    sys.exit("contained")
print("broke out")
