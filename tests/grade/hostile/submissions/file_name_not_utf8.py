"""A folder with a file whose name is not UTF-8.

Expected: not-graded, "not UTF-8"
"""

import os
from pathlib import Path


def make(path: Path) -> Path:
    path.mkdir()
    (path / "main.py").write_text("TURN = 'JUDGE'\n")
    with open(os.fsencode(path) + b"/\xff.py", "wb"):
        pass
    return path
