"""A folder whose `main.py` is a socket.

Expected: not-graded, "main.py is not a file"
"""

import os
import stat
from pathlib import Path


def make(path: Path) -> Path:
    path.mkdir()
    os.mknod(path / "main.py", stat.S_IFSOCK | 0o600)
    return path
