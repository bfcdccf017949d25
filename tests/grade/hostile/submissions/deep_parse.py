"""A million brackets in each other.

Expected: not-graded, "SyntaxError: too many nested parentheses" or "MemoryError"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_suffix(".py")
    path.write_text("x = " + "(" * 500_000 + ")" * 500_000 + "\n")
    return path
