"""Creates 20,000 folders in each other.

Expected: no-answer, "more than 4,096 files"
"""

import os
import sys

TURN = "JUDGE"

os.chdir(os.environ["TMPDIR"])
try:
    for _ in range(20_000):
        os.mkdir("folder")
        os.chdir("folder")
except OSError:
    sys.exit("contained")
print("broke out")
