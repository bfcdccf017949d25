"""Fills files that it has deleted.

Expected: no-answer, "contained" or "files"
"""

import os
import sys
import time

TURN = "JUDGE"

try:
    held = []
    for number in range(30):
        path = f"{os.environ['TMPDIR']}/{number}"
        held.append(open(path, "wb"))
        os.remove(path)
        held[-1].write(bytes(15 << 20))
        held[-1].flush()
    time.sleep(2)
except OSError:
    sys.exit("contained")
print("broke out")
