"""A folder whose `main.py` is a named pipe.

Expected: not-graded, "main.py is not a file"
"""

import os
from pathlib import Path


def make(path: Path) -> Path:
    path.mkdir()
    os.mkfifo(path / "main.py")
    return path
