"""The build backend: scikit-build-core, and a note in the package of the commit that it was built from."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from scikit_build_core import build as skbuild
from scikit_build_core.build import *  # noqa: F403  (the hooks that this version has)

ROOT = Path(__file__).parents[1]
NOTE = ROOT / "src" / "noughts" / "cli" / "_commit.py"


# The commit that made the sources what they are: a wheel may be used again after commits that change none of them.
LAST_CHANGE = ("git", "log", "-1", "--format=%H", "--", "src", "core", "CMakeLists.txt", "pyproject.toml")


def note_commit() -> None:
    """A source distribution has no history, but has the note from when it was made."""
    if not (ROOT / ".git").exists():
        return
    try:
        git = subprocess.run(LAST_CHANGE, cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return
    if git.returncode == 0 and git.stdout.strip():
        NOTE.write_text(f'"""Written by the build."""\n\nCOMMIT = "{git.stdout.strip()}"\n', encoding="utf-8")


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:  # type: ignore[no-redef]
    note_commit()
    return skbuild.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:  # type: ignore[no-redef]
    note_commit()
    return skbuild.build_sdist(sdist_directory, config_settings)
