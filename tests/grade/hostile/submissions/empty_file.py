"""A file without contents.

Expected: no-answer
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_suffix(".py")
    path.touch()
    return path
