"""The notebooks in examples/ run from top to bottom and print what they show."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

from .run_notebook import answers

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def shown(cell: Any) -> str:
    """Everything a cell prints, and the picture that its last line draws."""
    assert {output.output_type for output in cell.outputs} <= {"stream", "execute_result"}, cell.source
    printed = "".join(output.text for output in cell.outputs if output.output_type == "stream")
    drawn = (output.data.get("image/svg+xml", "") for output in cell.outputs if output.output_type == "execute_result")
    return printed + "".join("".join(picture) for picture in drawn)


def test_there_are_notebooks() -> None:
    assert {path.stem for path in NOTEBOOKS} >= {"minimax", "t3"}


def test_minimax_to_alpha_beta_takes_ten_cells() -> None:
    cells = code_cells(read(EXAMPLES / "minimax.ipynb"))
    alone = "\n".join(cell.source for cell in cells[:9])
    assert "import" not in alone  # from scratch: the tenth, which checks the others, and the picture need the library
    assert "positions agree" in cells[9].source and len(cells) == 11


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_there_are_pictures_and_exercises_with_hidden_answers(path: Path) -> None:
    notebook = read(path)
    assert any("<svg" in shown(cell) for cell in code_cells(notebook))
    exercises = [cell.source for cell in notebook.cells if cell.source.startswith("**Exercise.**")]
    assert len(exercises) == len(answers(notebook)) >= 3
    assert all(source.rstrip().endswith("</details>") for source in exercises)


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_shows_what_it_did_and_its_answers_are_right(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR"):
        monkeypatch.setenv(variable, str(tmp_path / variable))
    notebook = read(path)
    nbformat.validate(notebook)
    before = [shown(cell) for cell in code_cells(notebook)]
    assert all(before)
    command = [sys.executable, str(Path(__file__).parent / "run_notebook.py"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    after = [shown(cell) for cell in nbformat.reads(done.stdout, as_version=4).cells]  # type: ignore[no-untyped-call]
    count = len(before)
    assert after[:count] == before
    assert after[count : 2 * count] == before, "it can be run twice"
    assert after[2 * count :] == [printed for _, printed in answers(notebook)]
