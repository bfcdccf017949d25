"""Joins a keyring by a name that another agent may know.

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 250, "aarch64": 219}[os.uname().machine]
if libc.syscall(number, 1, b"noughts\0") < 0:
    sys.exit("contained")
print("broke out")
