"""Makes system calls through a queue (io_uring).

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 425, "aarch64": 425}[os.uname().machine]
if libc.syscall(number, 4, bytes(120)) < 0:
    sys.exit("contained")
print("broke out")
