"""A script whose interpreter does not exist.

Expected: no-answer, "cannot be started"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path.write_text("#!/no/such/interpreter\n")
    path.chmod(0o755)
    return path
