"""Two agents: each leaves a file wherever it can, and looks for that of the other.

Expected: no-answer, "contained"
Copies: 2
"""

import contextlib
import os
import sys
import time

TURN = "JUDGE"

own = os.path.basename(__file__)
for folder in ("/tmp", "/var/tmp", "/dev/shm", "/run", "/dev/mqueue", os.environ["TMPDIR"]):
    with contextlib.suppress(OSError):
        open(f"{folder}/noughts-@mark@-{own}", "w").close()
    time.sleep(0.1)
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            if name.startswith("noughts-@mark@-") and not name.endswith(own):
                print("seen", name)
                sys.exit(0)
sys.exit("contained")
