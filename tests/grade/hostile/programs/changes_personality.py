"""Changes its execution domain.

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 135, "aarch64": 92}[os.uname().machine]
if libc.syscall(number, 0x0040000) < 0:
    sys.exit("contained")
print("broke out")
