"""Loads a kernel module.

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 175, "aarch64": 105}[os.uname().machine]
if libc.syscall(number, bytes(16), 16, b"\0") < 0:
    sys.exit("contained")
print("broke out")
