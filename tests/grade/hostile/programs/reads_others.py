"""Reads other submissions, the system's users, and the answers in our package.

Expected: no-answer, "contained"
"""

import importlib
import sys

TURN = "JUDGE"

package = sys.prefix + "/lib/python@version@/site-packages/noughts"
for path in ("@other@", "@canary@", "/etc/shadow", "/etc/passwd", package + "/protocols/answers.py"):
    try:
        open(path).read()
    except OSError:
        continue
    print("read", path)
    break
else:
    try:
        importlib.import_module("noughts.protocols.answers")
    except (ImportError, OSError):
        sys.exit("contained")
    print("read noughts")
