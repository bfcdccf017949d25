"""Tools in environments of their own: what builds and checks wheels, and what shows notebooks."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def tools(name: str) -> Path:
    """Where the programs of requirements/<name>.txt are.

    Where they cannot be had the test is skipped, in words; with CI=true that is a failure.
    """
    reason = _missing(name)
    if reason is not None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(reason)
    return ROOT / f".venv-{name}" / "bin"


@cache
def _missing(name: str) -> str | None:
    """Why they cannot be installed; None if they are."""
    if shutil.which("make") is None:
        return "make is not installed"
    command = ["make", f".venv-{name}/installed"]
    with _one_at_a_time():
        done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else f"the tools of requirements/{name}.txt are not here: {done.stderr[-500:]}"


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Tests run in several processes, and two that install into one environment leave it broken."""
    lock = ROOT / "build" / "tools.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def environment() -> dict[str, str]:
    """As at a prompt: without what pytest, or a make around it, has set."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "PYTHONPATH"))}
