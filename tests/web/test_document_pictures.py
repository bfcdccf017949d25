"""The pictures in the documents show the program as it is today."""

from __future__ import annotations

from pathlib import Path

import pytest
from explain.test_approved_pictures import changed
from PIL import Image
from playwright.sync_api import Browser

from web import document_pictures as pictures

MOST_CHANGED = 0.02  # the share of pixels that may differ clearly: fonts differ between machines
ROOT = Path(__file__).parents[2]


def test_the_page_looks_as_in_the_documents(server: str, chromium: Browser) -> None:
    kept = Image.open(pictures.PAGE).convert("RGB")
    drawn = pictures.page(server, chromium)
    assert drawn.size == kept.size == (pictures.WIDTH, pictures.HEIGHT)
    assert changed(drawn, kept) < MOST_CHANGED, "run `make pictures`, and look at them"


def test_the_comparison_sees_a_page_without_values(
    server: str, chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "ADDRESS", "/play?from=XOX/O__/___+X")
    assert changed(pictures.page(server, chromium), Image.open(pictures.PAGE).convert("RGB")) > MOST_CHANGED


def test_the_tree_is_what_the_command_writes(tmp_path: Path) -> None:
    pictures.tree(tmp_path / "tree.svg")
    assert (tmp_path / "tree.svg").read_bytes() == pictures.TREE.read_bytes(), "run `make pictures`"


@pytest.mark.parametrize("document", ["README.md", "docs/index.md"])
def test_the_documents_show_them(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for picture in (pictures.PAGE, pictures.TREE):
        assert picture.relative_to((ROOT / document).parent).as_posix() in text
