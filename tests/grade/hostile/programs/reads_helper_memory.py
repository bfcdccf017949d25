"""Reads the memory of its helper (process_vm_readv).

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 310, "aarch64": 270}[os.uname().machine]
if libc.syscall(number, os.getppid(), bytes(16), 1, bytes(16), 1, 0) < 0:
    sys.exit("contained")
print("broke out")
