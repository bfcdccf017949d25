"""Takes mounts away.

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 166, "aarch64": 39}[os.uname().machine]
if libc.syscall(number, b"/proc\0", 2) < 0:
    sys.exit("contained")
print("broke out")
