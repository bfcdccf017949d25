"""Changes its root folder.

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 161, "aarch64": 51}[os.uname().machine]
if libc.syscall(number, b"/tmp\0") < 0:
    sys.exit("contained")
print("broke out")
