"""Leaves a key in the user's keyring.

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 248, "aarch64": 217}[os.uname().machine]
if libc.syscall(number, b"user\0", b"noughts\0", b"1", 1, -4) < 0:
    sys.exit("contained")
print("broke out")
