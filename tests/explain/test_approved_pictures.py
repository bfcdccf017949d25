"""Pictures look as approved, in a real browser. Fonts differ between machines, so a little may differ."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser
from tiers import quick_for

from noughts.errors import PictureError
from noughts.explain import raster

from .approved_pictures import APPROVED, PICTURES, rendered
from .browser import browser

MOST_CHANGED = 0.015  # the share of pixels that may differ clearly
FULL_OF_TEXT = {"numbers": 0.04, "tree": 0.04, "race": 0.04}
CLEARLY = 64


@pytest.fixture(scope="module")
def opened() -> Iterator[Browser]:
    with browser() as started:
        yield started


def changed(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that differ clearly."""
    histogram = ImageChops.difference(one.convert("L"), other.convert("L")).histogram()
    return sum(histogram[CLEARLY:]) / sum(histogram)


@pytest.mark.parametrize("name", quick_for(PICTURES, "fork", "won"))
def test_pictures_look_as_approved(name: str, opened: Browser) -> None:
    approved = Image.open(APPROVED / f"{name}.png").convert("RGB")
    drawn = rendered(opened, PICTURES[name]())
    assert drawn.size == approved.size
    assert changed(drawn, approved) < FULL_OF_TEXT.get(name, MOST_CHANGED)


def test_the_comparison_sees_a_missing_mark(opened: Browser) -> None:
    svg = PICTURES["fork"]()
    whole, without = rendered(opened, svg), rendered(opened, svg.replace("<circle", "<nothing"))
    assert changed(whole, without) > MOST_CHANGED


def test_nothing_is_approved_that_is_not_drawn() -> None:
    assert {path.stem for path in APPROVED.glob("*.png")} == set(PICTURES)


@pytest.mark.parametrize("way", ["resvg", "browser"])
def test_a_png_has_twice_the_pixels_of_the_picture(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if way == "browser":
        monkeypatch.setattr(raster, "find_spec", lambda name: None)
    svg = PICTURES["won"]()
    picture = Image.open(BytesIO(raster.png(svg)))
    width, height = raster.size(svg)
    assert picture.size == (2 * width, 2 * height)
    colours = picture.convert("RGB").getcolors(100_000)
    assert colours is not None
    assert {(28, 36, 48), (250, 248, 243)} <= {colour for _, colour in colours}  # ink on paper


def test_without_a_way_to_png_the_message_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "find_spec", lambda name: None)
    monkeypatch.setattr(raster, "BROWSERS", ("no-such-browser",))
    with pytest.raises(PictureError, match=r"noughts\[png\]"):
        raster.png(PICTURES["won"]())
