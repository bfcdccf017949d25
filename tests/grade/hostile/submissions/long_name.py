"""A name of 255 bytes.

Expected: no-answer, "contained"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_name((path.name + "_" * 300)[:252] + ".py")
    path.write_text("import sys\nTURN = 'JUDGE'\nsys.exit('contained')\n")
    return path
