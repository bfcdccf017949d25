"""What the documents say is what the program does."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import scripts_path
from console_blocks import Block, blocks, shows

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
EXAMPLES = [
    pytest.param(
        *(document, block),
        id=f"{document.name}-{number}",
        marks=() if document.name == "README.md" else pytest.mark.slow,
    )
    for document in DOCUMENTS
    if document.name != "tutorial.md"  # its steps build on each other: test_tutorial.py
    for number, block in enumerate(one for one in blocks(document.read_text("utf-8")) if one.kind == "console")
]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python_examples_give_what_they_show(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # where they may write
    failed, _ = doctest.testfile(str(document), module_relative=False)
    assert failed == 0


def test_there_are_examples_to_run() -> None:
    assert len(EXAMPLES) >= 5
    assert "```python\n" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("document", "block"), EXAMPLES)
def test_console_examples_give_what_they_show(document: Path, block: Block) -> None:
    """Each `$ command` prints what follows it; `(...)` stands for a line that differs from run to run."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "COLUMNS": "80"}
    environment = {name: value for name, value in environment.items() if not name.startswith("MAKE")}  # as at a prompt
    done = subprocess.run(
        ["bash", "-c", block.command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    shown = done.stdout if done.stdout else done.stderr
    assert shows(block.expected, shown), shown


@pytest.mark.slow
def test_generated_parts_are_up_to_date() -> None:
    assert scripts_path.generate.stale() == []


@pytest.mark.slow
def test_the_site_builds_strictly(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "architecture.html").exists()


def test_every_room_of_the_architecture_exists() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = re.findall(r"^\| `(\w+)/` \|", text, re.MULTILINE)
    package = ROOT / "src" / "noughts"
    assert set(rooms) == {path.name for path in package.iterdir() if path.is_dir() and path.name != "__pycache__"}
