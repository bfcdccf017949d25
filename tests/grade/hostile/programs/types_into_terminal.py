"""Types into the terminal of the grader.

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 16, "aarch64": 29}[os.uname().machine]
if libc.syscall(number, 2, 0x5412, b"x") < 0:
    sys.exit("contained")
print("broke out")
