"""Runs a notebook and prints it as JSON, in a process of its own.

    python run_notebook.py NOTEBOOK

A kernel's client leaves work for the garbage collector, which would interrupt whatever test comes next.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient


def main(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    folder = {"metadata": {"path": path.parent}}
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources=folder).execute()
    sys.stdout.write(nbformat.writes(notebook))  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
