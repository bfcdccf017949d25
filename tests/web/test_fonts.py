"""The page brings its own fonts: the same look everywhere, a first page that stays small, and no wait for them."""

from __future__ import annotations

import gzip

import httpx
import pytest
from playwright.sync_api import Page, expect
from tiers import quick_for

from noughts.web import fonts
from noughts.web.static_files import STATIC
from web.conftest import Open
from web.playing import click, wait_for_plies

LARGEST = 180_000


def used(page: Page, selector: str) -> set[str]:
    """The fonts that the browser really draws the text with."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    fonts_of_node = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    session.detach()
    return {one["familyName"] for one in fonts_of_node}


@pytest.mark.parametrize("locale", quick_for(["en-GB", "mn-MN", "bg-BG"], "mn-MN"))
def test_every_language_is_set_in_the_two_fonts(visit: Open, locale: str) -> None:
    page = visit("/play?game=qubic", locale=locale)
    page.evaluate("document.fonts.ready")
    assert used(page, "h1") == {"Lora"}
    assert used(page, ".sec > .sub") == {"Lora"}
    assert used(page, ".layer") == {"Lora"}
    assert {name.split()[0] for name in used(page, ".status p")} == {"Inter"}
    assert {name.split()[0] for name in used(page, "[data-action=hint]")} == {"Inter"}


@pytest.mark.parametrize("locale", quick_for(["en-GB", "mn-MN", "bg-BG"], "mn-MN"))
def test_the_first_page_stays_small(client: httpx.Client, visit: Open, locale: str) -> None:
    page = visit("/", locale=locale)
    page.evaluate("document.fonts.ready")
    addresses = page.evaluate("() => performance.getEntriesByType('resource').map(one => one.name)")
    assert sum(".woff2" in address for address in addresses) >= 3
    total = 0
    for address in ["/", *addresses]:
        body = client.get(address, headers={"accept-language": locale, "accept-encoding": "identity"}).content
        total += len(body if ".woff2" in address else gzip.compress(body))
    assert total < LARGEST


@pytest.mark.slow
def test_the_page_can_be_used_before_the_fonts_arrive(visit: Open) -> None:
    page = visit("/", wrong=True)
    page.route("**/*.woff2*", lambda route: None)  # never answered
    page.goto(page.url, wait_until="commit")
    page.wait_for_selector("body.ready")
    click(page, 4)
    wait_for_plies(page, 2)
    expect(page.locator("h1")).to_be_visible()


def test_every_file_has_a_face_and_every_font_its_licence() -> None:
    files = {path.stem for path in (STATIC / "fonts").glob("*.woff2")}
    assert files == {file for _family, _style, file, _letters in fonts.FACES}
    for name in ("Lora", "Inter"):
        assert "SIL OPEN FONT LICENSE Version 1.1" in (STATIC / "fonts" / f"LICENSE-{name}.txt").read_text()
