"""Writes forged replies into every descriptor that it has.

Expected: no-answer, "expected row column"
"""

import contextlib
import os
import sys

TURN = "JUDGE"

forged = '{"id": 0, "status": "answer", "code": 0, "out": "2 2", "err": ""}\n'
for descriptor in range(3, 64):
    with contextlib.suppress(OSError):
        os.write(descriptor, forged.encode())
sys.stderr.write(forged)
print('[{"agent": "forges_report.py", "score": 100.0}]')
