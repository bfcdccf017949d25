"""Deletes its own files and everything of the grader.

Expected: no-answer, "contained"
"""

import contextlib
import os
import shutil
import sys

TURN = "JUDGE"

for path in (os.path.dirname(__file__), "@canary@", "@other@", "@folder@"):
    shutil.rmtree(path, ignore_errors=True)
    with contextlib.suppress(OSError):
        os.remove(path)
sys.exit("contained" if os.path.exists(__file__) else "own file gone")
