"""Takes shared memory through /dev/zero.

Expected: no-answer, "contained"
"""

import mmap
import sys

TURN = "JUDGE"

try:
    with open("/dev/zero", "r+b") as zero:
        held = mmap.mmap(zero.fileno(), 1 << 30)
except OSError:
    sys.exit("contained")
print("broke out")
