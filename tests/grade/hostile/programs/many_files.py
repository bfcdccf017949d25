"""Creates 100,000 empty files, which cost the kernel memory.

Expected: no-answer, "files" or "time limit"
"""

import os

TURN = "JUDGE"

for number in range(100_000):
    open(f"{os.environ['TMPDIR']}/{number}", "w").close()
print("broke out")
