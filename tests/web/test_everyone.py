"""For everyone: languages, phones, the dark, the keyboard alone, those who listen, and no JavaScript at all."""

from __future__ import annotations

import re

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from web.conftest import Open
from web.playing import cell, click, headline, shown, wait_for_plies

VIEWS = {
    "start": "/",
    "values": "/play?from=XOX/O__/___+X&values=1",
    "verdict": "/play?moves=1-1.2-1.1-3.1-2.3-2&guess=1",
    "over": "/play?moves=1-1.2-1.1-2.2-2.1-3&opponent=person&values=1",
    "t3": "/play?game=t3&from=000/203/450+odd&values=1",
    "numerical": "/play?game=numerical&values=1",
    "qubic": "/play?game=qubic&values=1",
    "large": "/play?game=7,7,5&opponent=person&moves=4-4.3-3.4-5",
    "understand": "/understand?from=XOX/O__/___+X",
    "understand-t3": "/understand?game=t3&from=000/203/450+odd",
}
PHONE = {"width": 390, "height": 844}


def violations(page: Page) -> list[str]:
    """What axe-core finds that is serious or worse, in the page and the frames in it."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


OFTEN = ("values", "verdict", "t3", "understand")
RARELY = [pytest.param(view, marks=pytest.mark.nightly) for view in VIEWS if view not in OFTEN]


@pytest.mark.parametrize(("theme", "viewport"), [("light", {"width": 1280, "height": 860}), ("dark", PHONE)])
@pytest.mark.parametrize("view", [*OFTEN, *RARELY])
def test_axe_finds_nothing_serious(visit: Open, view: str, theme: str, viewport: dict[str, int]) -> None:
    page = visit(VIEWS[view], color_scheme=theme, viewport=viewport)
    if view.startswith("understand"):
        page.frame_locator("#tree iframe").locator(".node").first.wait_for()
    assert violations(page) == []


@pytest.mark.parametrize("path", ["/api", "/?moves=9-9"])
def test_axe_finds_nothing_serious_on_other_pages(server: str, visit: Open, path: str) -> None:
    page = visit("/", wrong=True)
    page.goto(server + path)
    assert violations(page) == []


@pytest.mark.parametrize("view", [view for view in VIEWS if view not in ("start", "values", "understand-t3")])
def test_every_view_fits_a_phone(visit: Open, view: str) -> None:
    page = visit(VIEWS[view], viewport=PHONE, has_touch=True)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    assert page.locator(".bottom").is_visible() and not page.locator(".tabs").is_visible()
    box = page.locator(".board").bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 391


def test_a_game_on_a_phone(visit: Open) -> None:
    page = visit("/", viewport=PHONE, has_touch=True, is_mobile=True)
    cell(page, 0).tap()
    wait_for_plies(page, 2)
    targets = ".keys > *, .sw, .bottom a, .seg a, .spot"
    for box in [one.bounding_box() for one in page.locator(targets).all()]:
        assert box is None or box["height"] >= 43
    page.click("#more")
    page.click("#theme")
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"


def test_dark_follows_the_system_until_it_is_chosen_and_is_remembered_here(visit: Open) -> None:
    def background(page: Page) -> str:
        return str(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))

    page = visit("/understand?from=XOX/O__/___+X", color_scheme="dark")
    assert background(page) == "rgb(21, 24, 29)"
    assert page.evaluate("() => getComputedStyle(document.querySelector('.board .x')).stroke") == "rgb(236, 233, 226)"
    frame = page.frame_locator("#tree iframe")
    frame.locator(".node").first.wait_for()
    page.click("#theme")
    assert background(page) == "rgb(250, 248, 243)"
    expect(frame.locator("body")).to_have_css("background-color", "rgb(250, 248, 243)")
    page.reload()
    assert background(page) == "rgb(250, 248, 243)"


@pytest.mark.parametrize(
    ("locale", "says", "undo"),
    [("en-GB", "Your move", "Undo"), ("bg-BG", "Ти си на ход", "Назад"), ("mn-MN", "Таны нүүдэл", "Буцаах")],
)
def test_the_browser_chooses_the_language(visit: Open, locale: str, says: str, undo: str) -> None:
    page = visit("/", locale=locale)
    assert page.evaluate("() => document.documentElement.lang") == locale[:2]
    assert headline(page) == says
    expect(page.locator("[data-action=undo]")).to_have_text(undo)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 1280


def test_the_language_can_be_switched(visit: Open) -> None:
    page = visit("/play?from=XOX/O__/___+X&values=1")
    assert headline(page) == "X wins in 3 plies"
    page.click("#languages summary")
    page.get_by_role("button", name="Български").click()
    expect(page.locator("h1")).to_have_text("X печели след 3 полухода")
    assert "П3" in page.locator(".board").text_content()  # type: ignore[operator]
    assert shown(page).text == "XOX/O__/___ X"
    page.get_by_role("link", name="Разбери").first.click()
    expect(page.locator(".reason").first).to_contain_text("заплахи наведнъж")
    expect(page.frame_locator("#tree iframe").locator("#says")).to_contain_text("Готово")
    page.click("#languages summary")
    page.get_by_role("button", name="Монгол").click()
    expect(page.locator("h1")).to_have_text("X 3 нүүдлийн дараа ялна")
    expect(page.locator("#race .chart svg")).to_contain_text("байрлалыг санана")


@pytest.mark.parametrize("locale", ["bg-BG", "mn-MN"])
@pytest.mark.parametrize("view", ["t3", "understand"])
def test_nothing_stays_english(visit: Open, view: str, locale: str) -> None:
    page = visit(VIEWS[view], locale=locale)
    if view == "understand":
        page.wait_for_selector("#race .chart svg")
    labels = page.locator("[aria-label]").evaluate_all("all => all.map(one => one.ariaLabel)")
    text = " ".join((page.inner_text("main"), *labels))
    words = set(re.findall(r"[A-Za-z]{3,}", text)) - {"XOX", "odd", "even", "Enter", "tictactoe", "noughts"}
    assert words - {"minimax", "alpha", "beta", "ordering", "dead", "lines", "table", "symmetry", "threats"} == set()


def test_the_page_speaks(visit: Open) -> None:
    page = visit("/")
    assert cell(page, 4).get_attribute("aria-label") == "Row 2, column 2, empty."
    assert cell(page, 4).get_attribute("role") == "gridcell"
    click(page, 4)
    wait_for_plies(page, 2)
    assert cell(page, 4).get_attribute("aria-label") == "Row 2, column 2: X"
    expect(page.locator("#live")).to_contain_text("Your move. You are X. O has played 1,1.")
    # One stop of the Tab key for the whole board.
    assert page.locator('.board [tabindex="0"]').count() == 1


def test_without_javascript_every_action_is_a_link(visit: Open, server: str) -> None:
    with httpx.Client(base_url=server, follow_redirects=True) as client:
        page = client.get("/").text
        address = re.search(r'href="(/play\?do=2-2)"', page)
        assert address is not None
        answer = client.get(address.group(1))
        assert str(answer.url).endswith("/play?moves=2-2.1-1")
        assert ">O__/_X_/___ X<" in answer.text
