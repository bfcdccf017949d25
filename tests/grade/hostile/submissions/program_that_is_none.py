"""An executable file that no system can run.

Expected: no-answer, "cannot be started"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path.write_bytes(b"\x7fELF" + bytes(100))
    path.chmod(0o755)
    return path
