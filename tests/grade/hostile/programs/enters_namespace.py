"""Enters the namespaces of the first process.

Expected: no-answer, "contained"
"""

import ctypes
import os
import sys

TURN = "JUDGE"

libc = ctypes.CDLL(None, use_errno=True)
for kind in ("mnt", "net", "pid", "user", "ipc"):
    try:
        namespace = os.open(f"/proc/1/ns/{kind}", os.O_RDONLY)
    except OSError:
        continue
    if libc.setns(namespace, 0) == 0:
        print("entered", kind)
        sys.exit(0)
sys.exit("contained")
