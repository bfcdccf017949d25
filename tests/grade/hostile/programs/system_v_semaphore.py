"""Makes a semaphore (System V).

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 64, "aarch64": 190}[os.uname().machine]
if libc.syscall(number, 0x6E6F, 1, 0o1666) < 0:
    sys.exit("contained")
print("broke out")
