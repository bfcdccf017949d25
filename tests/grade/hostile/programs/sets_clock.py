"""Sets the clock.

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 227, "aarch64": 112}[os.uname().machine]
if libc.syscall(number, 0, bytes(16)) < 0:
    sys.exit("contained")
print("broke out")
