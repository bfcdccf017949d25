"""Restarts the machine, with numbers that the kernel refuses in any case.

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 169, "aarch64": 142}[os.uname().machine]
if libc.syscall(number, 0, 0, 0, None) < 0:
    sys.exit("contained")
print("broke out")
