"""A Python file of zero bytes.

Expected: no-answer
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_suffix(".py")
    path.write_bytes(bytes(1000))
    return path
