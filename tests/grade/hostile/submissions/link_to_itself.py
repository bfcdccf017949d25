"""A link to itself.

Expected: not-graded, "symbolic link"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_suffix(".py")
    path.symlink_to(path.name)
    return path
