"""A name that looks like a template, a command and a picture.

Expected: no-answer, "contained"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_name(path.name + "{{body}}{src}{python}:smile:[bold]<b>$HOME.py")
    path.write_text("import sys\nTURN = 'JUDGE'\nsys.exit('contained')\n")
    return path
