"""A named pipe with the name of a Python file.

Expected: not-graded, "not a file"
"""

import os
from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_suffix(".py")
    os.mkfifo(path)
    return path
