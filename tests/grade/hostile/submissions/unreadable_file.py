"""A file that cannot be read.

Expected: no-answer, "cannot be read" or "unparsable"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_suffix(".py")
    path.write_text("TURN = 'JUDGE'\n")
    path.chmod(0)
    return path
