"""Reads the kernel's messages.

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 103, "aarch64": 116}[os.uname().machine]
if libc.syscall(number, 3, bytes(64), 64) < 0:
    sys.exit("contained")
print("broke out")
