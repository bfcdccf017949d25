"""A program with a helper that has the name of another course's function.

Expected: not-graded "choose(options) gave few or no legal answers"
"""

from pathlib import Path


def make(path: Path) -> Path:
    path = path.with_suffix(".py")
    path.write_text("def choose(options):\n    return options[0]\n")
    return path
