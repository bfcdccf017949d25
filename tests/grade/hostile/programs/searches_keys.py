"""Searches the session's keyring for a key.

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 250, "aarch64": 219}[os.uname().machine]
if libc.syscall(number, 10, -3, b"user\0", b"noughts\0", 0) < 0:
    sys.exit("contained")
print("broke out")
