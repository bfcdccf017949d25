"""A Python file in an encoding that nobody knows.

Expected: not-graded, "SyntaxError: unknown encoding"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_suffix(".py")
    path.write_text("# -*- coding: martian -*-\nTURN = 'JUDGE'\n")
    return path
