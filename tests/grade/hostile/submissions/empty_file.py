"""A file without contents.

Expected: not-graded, "no known interface: it has no functions"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_suffix(".py")
    path.touch()
    return path
