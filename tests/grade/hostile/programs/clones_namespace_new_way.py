"""Starts a process in new namespaces (clone3).

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 435, "aarch64": 435}[os.uname().machine]
if libc.syscall(number, (0x10000000).to_bytes(88, "little"), 88) < 0:
    sys.exit("contained")
print("broke out")
