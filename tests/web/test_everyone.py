"""For everyone: languages, phones, the dark, the keyboard alone, those who listen, and no JavaScript at all."""

from __future__ import annotations

import re

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect
from tiers import quick_for

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
    "understand-over": "/understand?moves=1-1.2-1.1-2.2-2.1-3&opponent=person",
    "games": "/games",
}
PHONE = {"width": 390, "height": 844}


def violations(page: Page) -> list[str]:
    """What axe-core finds, in the page and the frames in it."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['target']} {node.get('failureSummary', '')}" for one in found for node in one["nodes"]]


AXE = [(view, theme) for view in VIEWS for theme in ("light", "dark")]


@pytest.mark.parametrize(("view", "theme"), quick_for(AXE, ("understand", "dark")))
def test_axe_finds_nothing(visit: Open, view: str, theme: str) -> None:
    """In the light on a desk, in the dark on a phone."""
    viewport = PHONE if theme == "dark" else {"width": 1280, "height": 860}
    page = visit(VIEWS[view], color_scheme=theme, viewport=viewport)
    if view in ("understand", "understand-t3"):
        page.locator("#tree").scroll_into_view_if_needed()
        page.frame_locator("#tree iframe").locator(".node").first.wait_for()
    assert violations(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/api", "/?moves=9-9"])
def test_axe_finds_nothing_on_other_pages(server: str, visit: Open, path: str) -> None:
    page = visit("/", wrong=True)
    page.goto(server + path)
    assert violations(page) == []


WITH_BOARD = [view for view in VIEWS if view != "games"]


@pytest.mark.parametrize("view", quick_for(WITH_BOARD, "qubic"))
def test_every_view_fits_a_phone(visit: Open, view: str) -> None:
    page = visit(VIEWS[view], viewport=PHONE, has_touch=True)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    assert page.locator(".bottom").is_visible() and not page.locator(".tabs").is_visible()
    box = page.locator(".board").bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 391


CLIPPED = """() => [...document.querySelectorAll("main *, .top *")].filter(one => {
    const style = getComputedStyle(one);
    return one.innerText && one.clientWidth > 20 && one.scrollWidth > one.clientWidth + 1
        && style.overflowX === "hidden" && style.textOverflow !== "ellipsis" && style.clipPath === "none";
}).map(one => one.innerText)"""


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en-GB", "bg-BG", "mn-MN"])
def test_no_word_is_cut_off_on_a_narrow_phone(visit: Open, language: str) -> None:
    sizes = [ViewportSize(width=width, height=740) for width in (320, 360)]
    page = visit("/", viewport=sizes[-1], has_touch=True, is_mobile=True, locale=language)
    for size in sizes:
        page.set_viewport_size(size)
        assert page.evaluate("() => innerWidth") == size["width"]
        assert page.evaluate(CLIPPED) == []
    page = visit("/understand?moves=2-2.1-2", viewport=sizes[-1], has_touch=True, locale=language)
    for size in sizes:
        page.set_viewport_size(size)
        assert page.evaluate("() => innerWidth") == size["width"]
        assert page.evaluate(CLIPPED) == []
        heading, board = page.locator(".strip b").bounding_box(), page.locator(".board").bounding_box()
        assert heading is not None and board is not None
        assert heading["height"] < 30  # whose turn it is stands in one line


@pytest.mark.slow
def test_the_ribbon_of_a_review_keeps_its_words_apart(visit: Open) -> None:
    """In Bulgarian "drawn with best play" is longer than the two moves for which it is true."""
    page = visit("/understand?moves=2-2.1-2.1-1.3-3.3-1.1-3.2-1", viewport=PHONE, has_touch=True, locale="bg-BG")
    ends = page.locator(".rib.first").evaluate_all(
        "all => all.map(one => { const box = one.getBoundingClientRect(); return [box.left, box.right,"
        " Math.max(...[...one.children].map(child => child.getBoundingClientRect().right))]; })"
    )
    assert len(ends) == 2
    (_, right, text), (left, *_) = ends
    assert text <= right <= left


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


@pytest.mark.slow
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
    quick_for(
        [("en-GB", "Your move", "Undo"), ("bg-BG", "Ти си на ход", "Назад"), ("mn-MN", "Таны нүүдэл", "Буцаах")],
        ("mn-MN", "Таны нүүдэл", "Буцаах"),
    ),
)
def test_the_browser_chooses_the_language(visit: Open, locale: str, says: str, undo: str) -> None:
    page = visit("/", locale=locale)
    assert page.evaluate("() => document.documentElement.lang") == locale[:2]
    assert headline(page) == says
    expect(page.locator("[data-action=undo]")).to_have_text(undo)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 1280


@pytest.mark.slow
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
    expect(page.locator("#race .chart > svg")).to_contain_text("байрлалыг санана")


@pytest.mark.parametrize("locale", quick_for(["bg-BG", "mn-MN"], "bg-BG"))
@pytest.mark.parametrize("view", quick_for(["t3", "understand"], "understand"))
def test_nothing_stays_english(visit: Open, view: str, locale: str) -> None:
    page = visit(VIEWS[view], locale=locale)
    if view == "understand":
        page.wait_for_selector("#race .chart > svg")
    labels = page.locator("[aria-label]").evaluate_all("all => all.map(one => one.ariaLabel)")
    text = " ".join((page.inner_text("main"), *labels))
    words = set(re.findall(r"[A-Za-z]{3,}", text)) - {"XOX", "odd", "even", "Enter", "tictactoe", "noughts"}
    assert words == set()


def test_the_page_speaks(visit: Open) -> None:
    page = visit("/")
    assert cell(page, 4).get_attribute("aria-label") == "Row 2, column 2, empty."
    assert cell(page, 4).locator("xpath=..").get_attribute("role") == "gridcell"
    click(page, 4)
    wait_for_plies(page, 2)
    assert cell(page, 4).get_attribute("aria-label") == "Row 2, column 2: X"
    expect(page.locator("#live")).to_contain_text("Your move. You are X. O has played 1,1.")
    # One stop of the Tab key for the whole board.
    assert page.locator('.board [tabindex="0"]').count() == 1


def test_without_javascript_every_action_is_a_link(client: httpx.Client) -> None:
    address = re.search(r'href="(/play\?do=2-2)"', client.get("/").text)
    assert address is not None
    answer = client.get(address.group(1), follow_redirects=True)
    assert str(answer.url).endswith("/play?moves=2-2.1-1")
    assert ">O__/_X_/___ X<" in answer.text


WIDTHS = (320, 360, 390, 480, 599, 600, 700, 768, 899, 900, 1023, 1024, 1240, 1280, 1600, 1920)
NARROWEST = (320, 360, 600, 700, 900, 1024, 1241, 1600, 1920)  # of every layout of the style sheets, and the widest


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-GB", "bg-BG", "mn-MN"])
@pytest.mark.parametrize(
    "widths", [NARROWEST, pytest.param(WIDTHS, marks=pytest.mark.nightly)], ids=["narrowest", "all"]
)
def test_nothing_scrolls_sideways(visit: Open, locale: str, widths: tuple[int, ...]) -> None:
    """From 320 px, which is 1280 px at 400 %, to 1920 px."""
    page = visit("/", locale=locale, wrong=True)
    address = page.url.removesuffix("/")
    for view, path in {**VIEWS, "api": "/api", "error": "/?moves=9-9"}.items():
        page.goto(address + path)
        if view in ("understand", "understand-t3"):
            page.wait_for_selector("#race .chart > svg", state="attached")
        for width in widths:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width, (view, width)


def test_the_skip_link_leads_to_the_board(visit: Open) -> None:
    page = visit("/play?moves=2-2.1-1")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the board")).to_be_focused()
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.classList.contains('spot')")
    page.keyboard.press("Enter")
    wait_for_plies(page, 4)


@pytest.mark.parametrize("game", quick_for(["tictactoe", "4,4,3", "t3:4", "cube:3", "qubic"], "qubic"))
def test_cells_can_be_touched_on_a_phone(visit: Open, game: str) -> None:
    page = visit(f"/play?game={game}&opponent=person", viewport={"width": 360, "height": 740}, has_touch=True)
    boxes = [one.bounding_box() for one in page.locator(".spot .hit").all()]
    steps = [one.locator(".hit").bounding_box() for one in (cell(page, 0), cell(page, 1))]
    assert all(box is not None for box in (*boxes, *steps))
    assert steps[1]["x"] - steps[0]["x"] >= 44  # type: ignore[index]
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


@pytest.mark.slow
def test_sums_and_pairs_can_be_heard(visit: Open) -> None:
    page = visit("/play?game=t3&from=000/203/450+odd")
    needs = page.get_by_role("list", name="What the lines need").get_by_role("listitem")
    assert needs.count() == 8
    expect(needs.nth(1)).to_contain_text("2,1–2,3 needs 8, out of reach")
    page = visit("/play?game=6,6,6&moves=3-3&opponent=person&hint=1")
    drawn, heard = page.evaluate(  # at one moment, for a search may end between two
        """() => ['.board .pair', '[aria-label="The pairs of the proof"] li']
            .map(one => document.querySelectorAll(one).length)"""
    )
    assert drawn == 2 * (heard - 1) > 0  # the pair that is answered now has a mark and the hint, no letters


@pytest.mark.slow
def test_a_language_switched_in_one_tab_is_followed_by_the_other(visit: Open) -> None:
    page = visit("/play?moves=2-2.1-1")
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("body.ready")
    other.click("#languages summary")
    other.get_by_role("button", name="Български").click()
    expect(other.locator("h1")).to_have_text("Ти си на ход")
    other.close()
    click(page, 2)  # the move is played, and the whole page changes
    expect(page.locator("html")).to_have_attribute("lang", "bg")
    expect(page.locator(".skip")).to_have_text("Към дъската")
    wait_for_plies(page, 4)


@pytest.mark.slow
def test_on_a_phone_the_words_are_for_fingers(visit: Open) -> None:
    page = visit(VIEWS["understand"], viewport=PHONE, has_touch=True, is_mobile=True)
    expect(page.locator(".strip")).to_contain_text("tap a cell")
    assert "point at" not in page.inner_text("main")
    tops = [
        page.locator(part).first.bounding_box()["y"]  # type: ignore[index]
        for part in ("h1", ".board", ".line", ".grp", "#tree", "#race")
    ]
    assert tops == sorted(tops)
    page.locator("#race").scroll_into_view_if_needed()
    counts = page.locator("#race .laps strong")
    expect(counts.first).to_be_visible()
    assert counts.all_inner_texts() == ["234", "66", "54", "53", "44", "42", "6"]
    page.locator("[data-show]").first.tap()
    expect(page.locator(".spot.shown")).to_have_count(1)
    expect(page.locator(".board")).to_be_in_viewport(ratio=0.5)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "most"), [(1920, 1320), (1280, 1200)])
def test_header_and_content_stand_on_the_same_edges(visit: Open, width: int, most: int) -> None:
    page = visit("/", viewport={"width": width, "height": 900})
    left, right = (page.locator(part).bounding_box() for part in (".name", "#theme"))
    main = page.locator("main").bounding_box()
    assert left is not None and right is not None and main is not None
    assert main["width"] == most
    assert abs(left["x"] - main["x"]) <= 1
    assert abs(right["x"] + right["width"] - main["x"] - main["width"]) <= 1


@pytest.mark.slow
def test_the_sign_of_the_theme_is_that_of_its_word(visit: Open) -> None:
    page = visit("/")
    expect(page.locator("#theme")).to_contain_text("Dark")
    expect(page.locator("#theme .moon")).to_be_visible()
    expect(page.locator("#theme .sun")).not_to_be_visible()
    page.click("#theme")
    expect(page.locator("#theme")).to_contain_text("Light")
    expect(page.locator("#theme .sun")).to_be_visible()
    expect(page.locator("#theme .moon")).not_to_be_visible()


@pytest.mark.slow
def test_small_things_on_the_board(visit: Open) -> None:
    page = visit("/")
    assert page.inner_text(".strip.below").split("\n")[:2] == ["You", "move first"]
    assert visit("/play?opponent=person").inner_text(".strip.below").split("\n")[:2] == ["X", "moves first"]
    page = visit("/play?from=XOX/O__/___+X&values=1&hint=1")
    assert page.locator(".board .target").count() == 1  # a hint is seen with values on
    page = visit("/play?game=cube:3")
    box = page.locator(".board").bounding_box()
    assert box is not None and box["height"] > 0.8 * box["width"]
