"""A sum of 100,000 terms, and 100,000 minus signs.

Expected: not-graded, "more memory than it may use" or "RecursionError"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_suffix(".py")
    path.write_text("x = " + "1+" * 100_000 + "-" * 100_000 + "1\n")
    return path
