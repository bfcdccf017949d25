"""A file of 1 GB, with holes.

Expected: not-graded, "more than 8 MB"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_suffix(".py")
    with path.open("wb") as file:
        file.truncate(1 << 30)
    return path
