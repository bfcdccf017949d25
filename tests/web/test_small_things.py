"""Small things that once were wrong: a name that was clipped, numbers that a line covered, proofs nobody could hear."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from web.conftest import Open
from web.playing import cell
from web.test_everyone import violations
from web.test_known import PICTURE_12

ACROSS_LAYERS = "moves=1-1-1.1-1-2.2-2-2.1-1-3.3-3-3.1-2-1.4-4-4"


@pytest.mark.slow
@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_the_o_of_the_name_is_whole(visit: Open, width: int) -> None:
    page = visit("/", viewport={"width": width, "height": 740})
    ring, name, menu, top = (
        page.locator(part).first.bounding_box() for part in (".name circle", ".name", "#games", ".top")
    )
    assert ring is not None and name is not None and menu is not None and top is not None
    assert name["x"] >= 0 and name["x"] + name["width"] <= menu["x"]
    assert name["x"] < ring["x"] and ring["x"] + ring["width"] < name["x"] + name["width"]
    assert top["y"] < ring["y"] and ring["y"] + ring["height"] < top["y"] + top["height"]
    assert abs(ring["width"] - ring["height"]) < 0.5
    clips = "one => getComputedStyle(one).overflow"
    assert page.locator(".name svg").evaluate(clips) == page.locator(".name").evaluate(clips) == "visible"


@pytest.mark.slow
def test_a_line_across_layers_is_numbered_and_one_within_leaves_its_numbers_to_be_read(visit: Open) -> None:
    page = visit(f"/play?game=qubic&opponent=person&{ACROSS_LAYERS}")
    assert page.locator(".board .order").all_text_contents() == ["1", "2", "3", "4"]
    page = visit("/play?game=t3&opponent=person&moves=2-2-5.1-1-2.3-1-1.3-3-6")
    expect(page.locator("h1")).to_have_text("Even wins")
    drawn = page.evaluate(
        """() => {
          const parts = [...document.querySelectorAll(".board > g:first-child *")];
          const line = parts.findIndex((one) => one.classList.contains("winline"));
          return [line, ...["2", "5", "6"].map((number) => parts.findIndex((one) =>
            one.tagName === "text" && one.textContent === number && !one.classList.contains("coord")))];
        }"""
    )
    line, *numbers = drawn
    assert 0 <= line < min(numbers)  # what is drawn later is on top


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_where_a_proof_is_shown(visit: Open, theme: str) -> None:
    page = visit(f"{PICTURE_12}&values=1", color_scheme=theme)
    expect(page.locator("#solving")).to_have_count(0)
    cell(page, 10).focus()
    expect(page.locator("#proof")).to_contain_text("2,4 is a draw by proof")
    assert violations(page) == []


@pytest.mark.slow
def test_axe_finds_nothing_where_a_finger_asks_for_proofs(visit: Open) -> None:
    page = visit(
        f"{PICTURE_12}&values=1",
        color_scheme="dark",
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
    )
    expect(page.locator("#solving")).to_have_count(0)
    page.get_by_role("button", name="Show proofs").tap()
    assert violations(page) == []
