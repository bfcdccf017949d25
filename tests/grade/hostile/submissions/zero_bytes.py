"""A Python file of zero bytes.

Expected: not-graded, "source code string cannot contain null bytes"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_suffix(".py")
    path.write_bytes(bytes(1000))
    return path
