"""Makes a namespace in which it is root.

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 272, "aarch64": 97}[os.uname().machine]
if libc.syscall(number, 0x10000000) < 0:
    sys.exit("contained")
print("broke out")
