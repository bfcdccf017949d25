"""Walks through everything it can see for other submissions and for our package.

Expected: no-answer, "contained"
"""

import os
import sys
import time

TURN = "JUDGE"

started = time.monotonic()
for folder, below, names in os.walk("/"):
    if folder.startswith(("/proc", "/usr/share", "/usr/lib", sys.base_prefix)) or time.monotonic() > started + 2:
        below.clear()
    for name in names:
        path = os.path.join(folder, name)
        if name != os.path.basename(__file__) and ("@mark@" in name or name == "answers.py"):
            try:
                open(path).read()
            except OSError:
                continue
            print("read", path)
            sys.exit(0)
sys.exit("contained")
