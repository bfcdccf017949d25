"""Makes a message queue (System V).

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 68, "aarch64": 186}[os.uname().machine]
if libc.syscall(number, 0x6E6F, 0o1666) < 0:
    sys.exit("contained")
print("broke out")
