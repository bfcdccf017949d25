"""The build backend: scikit-build-core, and a note in the package of the commit that it was built from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from last_change import last_change
from scikit_build_core import build as skbuild
from scikit_build_core.build import *  # noqa: F403  (the hooks that this version has)

ROOT = Path(__file__).parents[1]
NOTE = ROOT / "src" / "noughts" / "cli" / "_commit.py"


def note_commit() -> None:
    """A source distribution has no history, but has the note from when it was made."""
    if commit := last_change(ROOT):
        NOTE.write_text(f'"""Written by the build."""\n\nCOMMIT = "{commit}"\n', encoding="utf-8")


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:  # type: ignore[no-redef]
    note_commit()
    return skbuild.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:  # type: ignore[no-redef]
    note_commit()
    return skbuild.build_sdist(sdist_directory, config_settings)
