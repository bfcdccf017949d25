"""The pictures in the README and on the first page of the documentation: the page, and a search tree.

`make pictures` makes them again, and then they must be looked at.
"""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from pathlib import Path

from explain.browser import browser
from PIL import Image
from playwright.sync_api import Browser

from web.serving import serving

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
PAGE = PICTURES / "page.png"
TREE = PICTURES / "tree.svg"
ADDRESS = "/play?from=XOX/O__/___+X&values=1"
WIDTH, HEIGHT = 1280, 820


def page(address: str, opened: Browser) -> Image.Image:
    """The page of a running server, as a browser shows it."""
    context = opened.new_context(viewport={"width": WIDTH, "height": HEIGHT}, locale="en-GB", reduced_motion="reduce")
    shown = context.new_page()
    shown.goto(address + ADDRESS)
    shown.wait_for_selector("body.ready")
    picture = Image.open(BytesIO(shown.screenshot())).convert("RGB")
    context.close()
    return picture


def tree(file: Path) -> None:
    """The tree of docs/pictures.md, written by the command that it shows."""
    command = ["tree", "tictactoe", "XOX/OO_/_X_ X", "--out", str(file)]
    subprocess.run([sys.executable, "-m", "noughts", *command], check=True, stderr=subprocess.DEVNULL)


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    tree(TREE)
    print(f"wrote {TREE.name}")
    with serving() as address, browser() as opened:
        page(address, opened).quantize(160).save(PAGE, optimize=True)
    print(f"wrote {PAGE.name}")


if __name__ == "__main__":
    main()
