"""The documents with figures: each bench writes its own part of one and leaves the rest as it is."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version as version_of
from pathlib import Path


def version(package: str) -> str:
    """The version of a package that is installed."""
    try:
        return version_of(package)
    except PackageNotFoundError:
        return ""


def machine() -> Iterator[str]:
    """Where the figures were measured: a busy machine makes everybody slower, and threads useless."""
    ours = version("noughts") or "from source"
    yield f"Python {platform.python_version()} on {platform.system()} {platform.machine()}, noughts {ours}."
    if hasattr(os, "getloadavg"):
        yield f"{os.cpu_count()} cores; load at the start of the run: {os.getloadavg()[0]:.1f}."


def write_beginning(path: Path, text: str) -> None:
    """All that is not marked as the part of another bench."""
    kept = re.findall(r"<!-- bench: (\w+) -->.*?<!-- bench ends -->\n", _read(path), re.DOTALL)
    parts = [_part(name, _read(path)) for name in kept]
    path.write_text("\n".join([text.rstrip() + "\n", *parts]), encoding="utf-8")


def write_part(path: Path, name: str, text: str) -> None:
    """The part of the bench of that name, at the end if it is new."""
    before, part = _read(path), f"<!-- bench: {name} -->\n\n{text.strip()}\n\n<!-- bench ends -->\n"
    old = _part(name, before)
    path.write_text(before.replace(old, part) if old else f"{before.rstrip()}\n\n{part}", encoding="utf-8")


def _part(name: str, page: str) -> str:
    found = re.search(rf"<!-- bench: {name} -->.*?<!-- bench ends -->\n", page, re.DOTALL)
    return "" if found is None else found.group()


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else "# Benchmarks\n"
