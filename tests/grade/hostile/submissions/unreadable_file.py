"""A file that cannot be read.

Expected: no-answer, "unparsable"
Or not graded: "cannot be read: Permission denied"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_suffix(".py")
    path.write_text("TURN = 'JUDGE'\n")
    path.chmod(0)
    return path
