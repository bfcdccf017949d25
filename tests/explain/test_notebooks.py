"""The notebooks in examples/ run from top to bottom and print what they show."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def shown(cell: Any) -> str:
    """Everything a cell prints; a notebook here shows nothing in any other way."""
    assert {output.output_type for output in cell.outputs} <= {"stream"}, cell.source
    return "".join(output.text for output in cell.outputs)


def test_there_are_notebooks() -> None:
    assert {path.stem for path in NOTEBOOKS} >= {"minimax", "t3"}


def test_minimax_to_alpha_beta_takes_ten_cells() -> None:
    notebook = read(EXAMPLES / "minimax.ipynb")
    assert len(code_cells(notebook)) == 10
    alone = "\n".join(cell.source for cell in code_cells(notebook)[:-1])
    assert "import" not in alone  # from scratch: only the last cell, which checks the others, needs the library


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_prints_what_it_shows(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR"):
        monkeypatch.setenv(variable, str(tmp_path / variable))
    notebook = read(path)
    nbformat.validate(notebook)
    before = [shown(cell) for cell in code_cells(notebook)]
    assert all(before)
    command = [sys.executable, str(Path(__file__).parent / "run_notebook.py"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    after = nbformat.reads(done.stdout, as_version=4)  # type: ignore[no-untyped-call]
    assert [shown(cell) for cell in code_cells(after)] == before
