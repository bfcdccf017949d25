"""Mounts a file system.

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 165, "aarch64": 40}[os.uname().machine]
if libc.syscall(number, b"none\0", b"/tmp\0", b"tmpfs\0", 0, None) < 0:
    sys.exit("contained")
print("broke out")
