"""The main views of the page as a person has looked at them and approved them, at half their size.

`make approve` takes them again, and then they must be looked at.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from explain.browser import browser
from PIL import Image

from web.serving import serving
from web.tabs import Tabs

APPROVED = Path(__file__).parent / "approved"
_SIZES = {360: 740, 768: 1024, 1280: 860, 1920: 1080}


class View(NamedTuple):
    """An address, and how it is looked at. What is hidden differs from one run to the next."""

    address: str
    width: int = 1280
    theme: str = "light"
    language: str = "en"
    hidden: str = ""


_TWO_WIN = "from=XOX/O__/___+X"
_GAME = "moves=1-1.2-2.3-3.1-3.3-1.2-1.3-2&side=O&first=X"
_COLUMNS = f"game=connect4&moves={'.'.join('4735335353316775462225')}&values=1"
VIEWS = {
    "play": View("/play?moves=2-2.1-1"),
    "play-dark": View("/play?moves=2-2.1-1", theme="dark"),
    "play-phone": View("/play?moves=2-2.1-1", width=360, language="bg"),
    "values": View(f"/play?{_TWO_WIN}&values=1", language="mn"),
    "values-tablet": View(f"/play?{_TWO_WIN}&values=1", width=768),
    "understand": View(f"/understand?{_TWO_WIN}", hidden=".status p, #tree, #race"),
    "understand-phone": View(f"/understand?{_TWO_WIN}", width=360, hidden=".status p, #tree, #race"),
    "review": View(f"/understand?{_GAME}"),
    "review-phone": View(f"/understand?{_GAME}", width=360, language="bg", theme="dark"),
    "t3": View("/play?game=t3&opponent=person&moves=2-2-5.1-1-2.3-1-1.1-3-4"),
    "qubic": View("/play?game=qubic&opponent=person&moves=1-1-1.2-2-2.1-1-2.3-3-3", width=1920),
    "connect4": View(f"/play?{_COLUMNS}"),
    "connect4-phone": View(f"/play?{_COLUMNS}", width=360, theme="dark"),
    "games": View("/games", language="mn"),
    "wrong": View("/play?paste=XOX"),
}


def taken(address: str, tabs: Tabs, view: View) -> Image.Image:
    """What is in view, at half its size."""
    size = {"width": view.width, "height": _SIZES[view.width]}
    tab = tabs.take({"viewport": size} | ({"has_touch": True, "is_mobile": True} if view.width < 600 else {}))
    page = tab.page
    chosen = {"language": view.language, "theme": view.theme}
    page.context.add_cookies([{"name": name, "value": value, "url": address} for name, value in chosen.items()])
    page.goto(address + view.address)
    page.wait_for_selector("body.ready")
    page.evaluate("document.fonts.ready")
    if view.hidden:
        hide = "names => { for (const one of document.querySelectorAll(names)) one.style.visibility = 'hidden'; }"
        page.evaluate(hide, view.hidden)
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    tabs.give_back(tab)
    return picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.BOX)


def main() -> None:
    APPROVED.mkdir(exist_ok=True)
    with serving() as address, browser() as opened:
        tabs = Tabs(address, opened)
        for name, view in VIEWS.items():
            taken(address, tabs, view).quantize(128).save(APPROVED / f"{name}.png", optimize=True)
            print(f"took {name}")


if __name__ == "__main__":
    main()
