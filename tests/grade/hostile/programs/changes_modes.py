"""Changes the mode of a file of the grader.

Expected: no-answer, "contained"
"""

import os
import sys

TURN = "JUDGE"

try:
    os.chmod("@canary@", 0o777)
except OSError:
    sys.exit("contained")
print("broke out")
