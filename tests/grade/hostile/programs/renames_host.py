"""Renames the machine.

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 170, "aarch64": 161}[os.uname().machine]
if libc.syscall(number, b"forged\0", 6) < 0:
    sys.exit("contained")
print("broke out")
