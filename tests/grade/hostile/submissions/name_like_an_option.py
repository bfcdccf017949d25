"""A name that looks like an option, with spaces and a line break.

Expected: no-answer, "contained"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_name("--trust -rf \n\x1b[31m " + path.name + ".py")
    path.write_text("import sys\nTURN = 'JUDGE'\nsys.exit('contained')\n")
    return path
