"""A free-threaded Python, built from the source package of Debian, which has none that is built.

It is kept in the user's cache.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import debian_tree

NAME = "3.13t"
VERSION = NAME.removesuffix("t")
SUITE = "trixie"
KEPT = debian_tree.CACHE.parent / f"python{NAME}"
FETCH = f"""
    set -e
    sed -n 's/^deb /deb-src /p' /etc/apt/sources.list > /etc/apt/sources.list.d/sources.list
    apt-get -qq -o Acquire::Check-Valid-Until=false update  # a mirror may be some days behind
    cd /root
    apt-get -qq source --download-only python{VERSION}
"""


def find(folder: Path) -> Path:
    """The interpreter; built in this folder if there is none yet, which takes some minutes."""
    python = KEPT / "bin" / f"python{NAME}"
    if not python.exists():
        tree = debian_tree.fresh(folder / "sources", SUITE)
        fetched = tree.run(FETCH)
        if fetched.returncode:
            raise RuntimeError(fetched.stdout + fetched.stderr)
        (packed,) = (path for path in (tree.folder / "root").glob("*.orig.tar.*") if path.suffix != ".asc")
        sources = folder / "python"
        sources.mkdir()
        subprocess.run(["tar", "-C", sources, "--strip-components=1", "-xf", packed], check=True)
        for command in (
            ["./configure", "--disable-gil", f"--prefix={KEPT}"],
            ["make", f"-j{os.cpu_count() or 1}"],
            ["make", "install"],
        ):
            done = subprocess.run(command, cwd=sources, capture_output=True, text=True, check=False)
            if done.returncode:
                raise RuntimeError(f"{' '.join(command)}\n{done.stderr[-2000:]}")
    return python
