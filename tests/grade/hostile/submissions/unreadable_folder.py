"""A folder that cannot be read.

Expected: no-answer, "can be read" or "unparsable"
Or not graded: "the folder cannot be read: Permission denied"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path.mkdir()
    (path / "main.py").write_text("TURN = 'JUDGE'\n")
    path.chmod(0)
    return path
