"""A folder of which a part is a link to the system's settings.

Expected: no-answer, "contained"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path.mkdir()
    (path / "system").symlink_to("/etc")
    (path / "main.py").write_text(
        "import os, sys\nTURN = 'JUDGE'\nsys.exit('broke out' if os.path.exists('system/hostname') else 'contained')\n"
    )
    return path
