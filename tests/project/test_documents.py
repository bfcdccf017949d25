"""What the documents say is what the program does."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import scripts_path
from cli.lines import run_line
from console_blocks import Block, blocks, shows
from site_links import Page, broken_links

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
    done = run_line(block.command, columns=80)
    shown = done.stdout if done.stdout else done.stderr
    assert shows(block.expected, shown), shown


@pytest.mark.slow
def test_generated_parts_are_up_to_date() -> None:
    assert scripts_path.generate.stale() == []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation, built strictly: a page that is not in the menu or a link to nowhere is an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
def test_every_link_of_the_site_leads_somewhere(site: Path) -> None:
    """Our own check, on the pages as they are served: files, pictures, anchors; nothing is loaded from elsewhere."""
    pages = {path: Page(path.read_text("utf-8")) for path in site.rglob("*.html")}
    assert site / "architecture.html" in pages and len(pages) > 25
    assert [problem for path in pages for problem in broken_links(path, pages, site)] == []


@pytest.mark.slow
def test_the_site_can_be_searched_and_has_every_public_name(site: Path) -> None:
    import noughts

    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    places = {entry["location"] for entry in index["docs"]}
    assert {"for-players.html", "reference.html", "index.html"} <= {place.partition("#")[0] for place in places}
    anchors = {place.rpartition(".")[2] for place in places if place.startswith("reference.html#")}
    assert set(noughts.__all__) - {"LADDER"} <= anchors
    assert "pictures/page.png" in (site / "index.html").read_text("utf-8")


def test_a_link_to_nowhere_is_found(tmp_path: Path) -> None:
    one, two = tmp_path / "one.html", tmp_path / "two.html"
    texts = {
        one: '<a href="two.html#here">a</a><a href="two.html#gone">b</a><a href="three.html">c</a>'
        '<script src="https://elsewhere.example/x.js"></script><a href="https://elsewhere.example">d</a>',
        two: '<p id="here"><a href="#here">e</a>',
    }
    for path, text in texts.items():
        path.write_text(text, "utf-8")
    pages = {path: Page(text) for path, text in texts.items()}
    assert list(broken_links(two, pages, tmp_path)) == []
    assert list(broken_links(one, pages, tmp_path)) == [
        "one.html: two.html#gone",
        "one.html: three.html",
        "one.html: https://elsewhere.example/x.js",
    ]


def test_every_room_of_the_architecture_exists() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = re.findall(r"^\| `(\w+)/` \|", text, re.MULTILINE)
    package = ROOT / "src" / "noughts"
    assert set(rooms) == {path.name for path in package.iterdir() if path.is_dir() and path.name != "__pycache__"}
