"""Opens files by handle, past all paths.

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 304, "aarch64": 265}[os.uname().machine]
if libc.syscall(number, -100, bytes(24), 0) < 0:
    sys.exit("contained")
print("broke out")
