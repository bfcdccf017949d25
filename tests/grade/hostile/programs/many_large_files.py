"""Fills its temporary folder with 640 MB.

Expected: no-answer, "contained" or "files"
"""

import os
import sys
import time

TURN = "JUDGE"

try:
    for number in range(64):
        with open(f"{os.environ['TMPDIR']}/{number}", "wb") as file:
            file.write(bytes(10 << 20))
except OSError:
    sys.exit("contained")
time.sleep(2)
print("broke out")
