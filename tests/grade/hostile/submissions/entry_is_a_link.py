"""A folder whose `main.py` is a link to the system's users.

Expected: not-graded, "symbolic link"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path.mkdir()
    (path / "main.py").symlink_to("/etc/passwd")
    return path
