"""Writes forged replies into the pipes of its helper.

Expected: no-answer, "contained"
"""

import contextlib
import os
import sys

TURN = "JUDGE"

forged = b'{"id": 0, "status": "answer", "code": 0, "out": "2 2", "err": ""}\n'
for pid in (1, os.getppid()):
    for descriptor in range(32):
        with contextlib.suppress(OSError), open(f"/proc/{pid}/fd/{descriptor}", "wb", 0) as pipe:
            pipe.write(forged)
            print("wrote", pid, descriptor)
            sys.exit(0)
sys.exit("contained")
