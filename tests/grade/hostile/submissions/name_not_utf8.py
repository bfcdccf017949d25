"""A name that is not UTF-8.

Expected: not-graded, "not UTF-8"
"""

import os
from pathlib import Path


def make(path: Path) -> Path:
    name = os.fsencode(path) + b"\xff\xfe.py"
    with open(name, "wb") as file:
        file.write(b"TURN = 'JUDGE'\n")
    return Path(os.fsdecode(name))
