"""The main views look as approved, in a real browser."""

from __future__ import annotations

import pytest
from explain.test_approved_pictures import changed
from PIL import Image

from web.approved_pages import APPROVED, VIEWS, taken
from web.tabs import Tabs

MOST_CHANGED = 0.02  # the share of pixels that may differ clearly: browsers set text a little differently


@pytest.mark.slow
@pytest.mark.parametrize("name", VIEWS)
def test_the_view_looks_as_approved(name: str, server: str, tabs: Tabs) -> None:
    approved = Image.open(APPROVED / f"{name}.png").convert("RGB")
    shown = taken(server, tabs, VIEWS[name])
    assert shown.size == approved.size
    assert changed(shown, approved) < MOST_CHANGED


@pytest.mark.slow
def test_the_comparison_sees_another_view(server: str, tabs: Tabs) -> None:
    for one, other in (("play", "play-dark"), ("play", "values"), ("review", "understand")):
        approved = Image.open(APPROVED / f"{one}.png").convert("RGB")
        assert changed(taken(server, tabs, VIEWS[other]), approved) > MOST_CHANGED


def test_no_view_is_approved_that_is_not_shown() -> None:
    assert {path.stem for path in APPROVED.glob("*.png")} == set(VIEWS)
