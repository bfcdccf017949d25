"""7 MB of a list: reading it as Python takes gigabytes.

Expected: not-graded, "more memory than it may use" or "MB of memory"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_suffix(".py")
    path.write_text("x = [" + "0," * 3_500_000 + "]\n")
    return path
