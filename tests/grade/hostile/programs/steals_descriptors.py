"""Takes descriptors of its helper (pidfd_getfd).

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
try:
    helper = os.pidfd_open(os.getppid())
except OSError:
    sys.exit("contained")
if all(libc.syscall(438, helper, number, 0) < 0 for number in range(16)):
    sys.exit("contained")
print("broke out")
