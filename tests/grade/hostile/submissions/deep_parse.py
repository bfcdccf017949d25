"""A million brackets in each other.

Expected: no-answer
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_suffix(".py")
    path.write_text("x = " + "(" * 500_000 + ")" * 500_000 + "\n")
    return path
