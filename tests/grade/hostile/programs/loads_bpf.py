"""Loads a program into the kernel (bpf).

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 321, "aarch64": 280}[os.uname().machine]
if libc.syscall(number, 0, bytes(48), 48) < 0:
    sys.exit("contained")
print("broke out")
