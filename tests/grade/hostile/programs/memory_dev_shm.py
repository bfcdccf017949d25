"""Fills /dev/shm.

Expected: no-answer, "contained"
"""

import sys

TURN = "JUDGE"

try:
    for number in range(30):
        with open(f"/dev/shm/held{number}", "wb") as file:
            file.write(bytes(15 << 20))
except OSError:
    sys.exit("contained")
print("broke out")
