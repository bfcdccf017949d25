"""A file whose warnings contain control characters.

Expected: no-answer
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_suffix(".py")
    path.write_text("TURN = 'JUDGE'\nx = '\\d\x1b[31m\x07'\nassert (1, 'always')\n")
    return path
