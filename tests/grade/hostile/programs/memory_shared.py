"""Takes shared memory and lets go of its pages, so that no process has them.

Expected: no-answer, "contained"
"""

import mmap
import sys

TURN = "JUDGE"

try:
    held = mmap.mmap(-1, 1 << 30)
    for at in range(0, 1 << 30, 1 << 20):
        held[at : at + (1 << 20)] = bytes(1 << 20)
        held.madvise(mmap.MADV_DONTNEED, at, 1 << 20)
except OSError:
    sys.exit("contained")
print("broke out")
