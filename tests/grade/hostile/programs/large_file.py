"""Writes a file of 1 GB.

Expected: no-answer, "contained"
"""

import os
import sys

TURN = "JUDGE"

try:
    with open(f"{os.environ['TMPDIR']}/large", "wb") as file:
        for _ in range(1000):
            file.write(b"x" * (1 << 20))
except OSError:
    sys.exit("contained")
print("broke out")
