"""Watches files that others read (inotify).

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 294, "aarch64": 26}[os.uname().machine]
if libc.syscall(number, 0) < 0:
    sys.exit("contained")
print("broke out")
