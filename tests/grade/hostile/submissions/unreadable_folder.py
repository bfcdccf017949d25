"""A folder that cannot be read.

Expected: no-answer, "cannot be read" or "can be read" or "unparsable"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path.mkdir()
    (path / "main.py").write_text("TURN = 'JUDGE'\n")
    path.chmod(0)
    return path
