"""Traces its helper (ptrace) to change its replies.

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 101, "aarch64": 117}[os.uname().machine]
if libc.syscall(number, 16, os.getppid(), 0, 0) < 0:
    sys.exit("contained")
print("broke out")
