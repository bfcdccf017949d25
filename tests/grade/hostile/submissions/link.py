"""A link to the system's users.

Expected: not-graded, "symbolic link"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_suffix(".py")
    path.symlink_to("/etc/passwd")
    return path
