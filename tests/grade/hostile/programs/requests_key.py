"""Requests a key from the kernel.

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 249, "aarch64": 218}[os.uname().machine]
if libc.syscall(number, b"user\0", b"noughts\0", None, -3) < 0:
    sys.exit("contained")
print("broke out")
