"""Takes memory in a file that has no name (memfd).

Expected: no-answer, "contained"
"""

import os
import sys

TURN = "JUDGE"

try:
    held = os.memfd_create("held")
    for _ in range(1000):
        os.write(held, bytes(1 << 20))
except OSError:
    sys.exit("contained")
print("broke out")
