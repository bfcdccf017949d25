"""1,500 folders in each other.

Expected: not-graded, "more than 8 folders deep"
"""

import os
from pathlib import Path


def make(path: Path) -> Path:
    path.mkdir()
    (path / "main.py").write_text("TURN = 'JUDGE'\n")
    descriptor = os.open(path, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("f", dir_fd=descriptor)
        following = os.open("f", os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = following
    os.close(descriptor)
    return path
