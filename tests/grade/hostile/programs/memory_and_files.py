"""Takes memory in processes and in files, each within its limit.

Expected: no-answer, "memory limit"
"""

import os
import time

TURN = "JUDGE"

held = bytearray(b"x" * (150 << 20))
for number in range(3):
    with open(f"{os.environ['TMPDIR']}/part{number}", "wb") as file:
        file.write(bytes(15 << 20))
if os.fork() == 0:
    more = bytearray(b"x" * (80 << 20))
time.sleep(1000)
