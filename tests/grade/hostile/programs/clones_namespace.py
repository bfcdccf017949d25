"""Starts a process in new namespaces (clone).

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
if libc.syscall(number, 0x10000000 | 0x40000000 | 17, None, None, None, None) < 0:
    sys.exit("contained")
print("broke out")
