"""Makes a message queue (POSIX).

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 240, "aarch64": 180}[os.uname().machine]
if libc.syscall(number, b"noughts\0", 0o102, 0o666, None) < 0:
    sys.exit("contained")
print("broke out")
