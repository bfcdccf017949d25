"""What is shown to somebody who points can be seen with a finger, and on every width of a screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from web.conftest import Open
from web.playing import cell, wait_for_plies
from web.test_known import PICTURE_12

PHONE = {"width": 390, "height": 844}


@pytest.mark.slow
def test_a_finger_sees_the_pairs_of_a_proof_and_plays_nothing(visit: Open) -> None:
    page = visit(f"{PICTURE_12}&values=1", viewport=PHONE, has_touch=True, is_mobile=True)
    expect(page.locator("#solving")).to_have_count(0)
    button = page.get_by_role("button", name="Show proofs")
    expect(button).to_have_attribute("aria-pressed", "false")
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Tap a move to see its proof.")).to_be_visible()
    cell(page, 10).tap()
    expect(page.locator("#proof")).to_contain_text("2,4 is a draw by proof")
    assert page.locator(".proof-layer .pair").count() > 2
    cell(page, 0).tap()
    expect(page.locator("#proof")).to_contain_text("1,1 loses by proof")
    wait_for_plies(page, 8)  # nothing was played
    button.tap()
    expect(page.locator(".proof-layer")).to_have_count(0)
    cell(page, 10).tap()
    wait_for_plies(page, 9)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "across"), [(360, "1"), (1280, "2"), (1599, "2"), (1600, "4"), (1920, "4")])
def test_the_layers_of_qubic_stand_as_wide_as_the_screen(visit: Open, width: int, across: str) -> None:
    page = visit("/play?game=qubic&opponent=person", viewport={"width": width, "height": 900})
    expect(page.locator(".board")).to_have_count(1)
    expect(page.locator(".board")).to_have_attribute("data-layout", across)
    assert page.locator(".board .spot").count() == 64
    box = page.locator(".board").bounding_box()
    assert box is not None
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    if across == "4":
        first = [page.locator(f'.board .spot[data-layer="{layer}"]').first.bounding_box() for layer in range(1, 5)]
        tops = {round(one["y"]) for one in first if one is not None}
        assert len(tops) == 1
        page.set_viewport_size({"width": 1280, "height": 900})
        expect(page.locator(".board")).to_have_attribute("data-layout", "2")


@pytest.mark.slow
def test_without_a_script_one_board_of_qubic_is_seen(visit: Open) -> None:
    for width in (360, 1280, 1920):
        page = visit("/play?game=qubic", viewport={"width": width, "height": 900})
        page.goto(page.url)  # with the script the others are gone; the style sheet alone hides them
        hidden = page.evaluate(
            """async () => {
              const text = await (await fetch(location.href)).text();
              const holder = document.getElementById("board");
              holder.innerHTML = new DOMParser().parseFromString(text, "text/html").getElementById("board").innerHTML;
              return [...holder.children].map((one) => getComputedStyle(one).display === "none");
            }"""
        )
        assert hidden.count(False) == 1
