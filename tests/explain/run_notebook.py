"""Runs a notebook twice in one kernel, then the answers of its exercises, and prints all of it as JSON.

    python run_notebook.py NOTEBOOK             prints every cell that was run
    python run_notebook.py NOTEBOOK --write     runs it once, and keeps what it shows in the file

A kernel's client leaves work for the garbage collector, which would interrupt whatever test comes next: so this is a
process of its own.
"""

from __future__ import annotations

import re
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell

ANSWER = re.compile(r"<details><summary>Answer</summary>.*?```python\n(.*?)```\n\n```text\n(.*?)```", re.DOTALL)


def answers(notebook: Any) -> list[tuple[str, str]]:
    """The hidden answers: the code, and what it prints."""
    return [found for cell in notebook.cells if cell.cell_type == "markdown" for found in ANSWER.findall(cell.source)]


def execute(notebook: Any, folder: Path) -> None:
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": folder}}).execute()


def main(path: Path, write: bool) -> None:
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    if write:
        execute(notebook, path.parent)
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)  # when it ran
        nbformat.write(notebook, path)  # type: ignore[no-untyped-call]
        return
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    again = [new_code_cell(cell.source) for cell in code]  # type: ignore[no-untyped-call]
    asked = [new_code_cell(code) for code, _ in answers(notebook)]  # type: ignore[no-untyped-call]
    notebook.cells = [*deepcopy(code), *again, *asked]
    execute(notebook, path.parent)
    sys.stdout.write(nbformat.writes(notebook))  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main(Path(sys.argv[1]), "--write" in sys.argv)
