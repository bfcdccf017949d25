"""A folder whose `main.py` is a folder.

Expected: not-graded, "main.py is not a file"
"""

from pathlib import Path


def make(path: Path) -> Path:
    (path / "main.py").mkdir(parents=True)
    return path
