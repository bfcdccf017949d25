"""Closes its output and ends well.

Expected: no-answer, "found nothing"
"""

import os

TURN = "JUDGE"

os.close(1)
os.close(2)
os._exit(0)
