"""Handles page faults (userfaultfd).

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 323, "aarch64": 282}[os.uname().machine]
if libc.syscall(number, 1) < 0:
    sys.exit("contained")
print("broke out")
