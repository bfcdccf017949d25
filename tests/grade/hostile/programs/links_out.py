"""Makes links to files outside, and reads through them.

Expected: no-answer, "contained"
"""

import contextlib
import os
import sys

TURN = "JUDGE"

link = os.environ["TMPDIR"] + "/link"
for make in (os.symlink, os.link):
    for target in ("@canary@", "@other@"):
        with contextlib.suppress(OSError):
            make(target, link)
            print("read", open(link).read())
            sys.exit(0)
        with contextlib.suppress(OSError):
            os.remove(link)
sys.exit("contained")
