"""5,000 folders.

Expected: not-graded, "at most 200 are read"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path.mkdir()
    (path / "main.py").write_text("TURN = 'JUDGE'\n")
    for number in range(5000):
        (path / f"{number}").mkdir()
    return path
