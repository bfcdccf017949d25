"""Makes a device for the first disk.

Expected: no-answer, "contained"
"""

import os
import stat
import sys

TURN = "JUDGE"

try:
    os.mknod(os.environ["TMPDIR"] + "/disk", stat.S_IFBLK | 0o600, os.makedev(8, 0))
except OSError:
    sys.exit("contained")
print("broke out")
