"""Connect Four on the page: a column is one button, for a pointer, a finger and keys, and discs fall."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Open
from web.playing import wait_for_plies
from web.test_connection import cut_off

GAME = "4735335353316775462225"  # of the mock-up: two columns win, and column 3 is full
PLAYED = f"/play?game=connect4&opponent=person&moves={'.'.join(GAME)}"
PHONE = {"width": 390, "height": 844}
_FALLING = """() => document.getAnimations().filter((one) => one.animationName === "fall")
    .map((one) => [one.effect.getTiming().duration, one.effect.target.getAttribute("class")])"""


def column(page: Page, number: int) -> str:
    return f'.board .spot[data-column="{number}"]'


def label(page: Page, number: int) -> str:
    return page.locator(column(page, number)).get_attribute("aria-label") or ""


def test_a_column_is_one_button_that_says_where_a_mark_lands(visit: Open) -> None:
    page = visit(f"{PLAYED}&values=1")
    expect(page.locator(".board [role=gridcell]")).to_have_count(7)
    expect(page.locator(".board a.spot.open")).to_have_count(6)
    assert label(page, 3) == "Column 3, full. From the floor: X, X, O, O, O, X."
    assert label(page, 6) == "Column 6, lands in row 3. Win in 3 plies, best. From the floor: X, O."
    assert label(page, 1) == "Column 1, lands in row 2. Draw in 20 plies. From the floor: O."
    assert label(page, 4) == "Column 4, lands in row 3. Loss in 2 plies. From the floor: X, X."
    assert page.locator(".board .coord").all_text_contents() == ["1", "2", "3", "4", "5", "6", "7", "full"]
    assert page.inner_text("#position") == GAME


def test_pointing_at_any_place_of_a_column_marks_it_and_shows_where_the_disc_lands(visit: Open) -> None:
    page = visit(PLAYED)
    board = page.locator(".board").bounding_box()
    assert board is not None
    spot = page.locator(column(page, 6))
    box = spot.locator(".hit").bounding_box()
    assert box is not None and box["height"] > 0.85 * board["height"]
    for share in (0.05, 0.5, 0.95):  # above the discs, where it lands, and upon a disc
        page.mouse.move(1200, 700)
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + share * box["height"])
        expect(spot.locator(".ghost")).to_have_css("opacity", "0.3")
        expect(spot.locator(".hit")).to_have_css("fill", "rgb(242, 239, 231)")
    disc = spot.locator(".ghost .disc").bounding_box()
    assert disc is not None and abs(disc["y"] - (box["y"] + 3.13 / 6 * box["height"])) < 0.03 * box["height"]
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 0.95 * box["height"])
    wait_for_plies(page, 23)
    assert page.inner_text("#position") == GAME + "6"


def test_keys_choose_and_drop(visit: Open) -> None:
    page = visit(PLAYED)
    page.locator(column(page, 1)).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    wait_for_plies(page, 23)
    expect(page.locator(column(page, 2))).to_be_focused()
    page.keyboard.press("7")
    wait_for_plies(page, 24)
    assert page.inner_text("#position") == GAME + "27"
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_contain_text("the column in Connect Four")
    page.keyboard.press("Escape")
    page.locator(column(page, 7)).focus()
    page.keyboard.press("3")  # full
    page.keyboard.press("4")
    wait_for_plies(page, 25)
    assert page.inner_text("#position") == GAME + "274"


def test_a_finger_drops_a_disc_wherever_it_touches_the_column(visit: Open) -> None:
    page = visit(f"{PLAYED}&values=1", viewport=PHONE, has_touch=True, is_mobile=True)
    board, box = page.locator(".board").bounding_box(), page.locator(f"{column(page, 7)} .hit").bounding_box()
    assert board is not None and box is not None
    assert board["x"] >= 0 and board["x"] + board["width"] <= 390 and box["width"] >= 44
    small = page.eval_on_selector_all(
        ".board [data-cell] text", "all => all.map((one) => one.getBoundingClientRect().height)"
    )
    assert len(small) == 6 and min(small) >= 12, "values can be read"
    page.touchscreen.tap(box["x"] + 20, box["y"] + box["height"] - 10)
    wait_for_plies(page, 23)


@pytest.mark.parametrize("name", ["tictactoe+drop", "4,5,4+drop", "connect4"])
@pytest.mark.slow
def test_on_a_phone_the_numbers_of_columns_stand_below_the_floor(visit: Open, name: str) -> None:
    page = visit(
        f"/play?game={name.replace('+', '%2B')}&opponent=person", viewport=PHONE, has_touch=True, is_mobile=True
    )
    floor, number = page.locator(".board .grid").last.bounding_box(), page.locator(".board .coord").first.bounding_box()
    assert floor is not None and number is not None
    assert number["y"] + 0.25 * number["height"] >= floor["y"] + floor["height"], (
        "only the air above a digit may touch it"
    )
    assert 12 <= number["height"] <= 24


@pytest.mark.parametrize(("motion", "falls"), [("no-preference", True), ("reduce", False)])
def test_discs_fall_where_motion_is_welcome(visit: Open, motion: str, falls: bool) -> None:
    page = visit("/play?game=connect4&opponent=person&moves=4", reduced_motion=motion)
    assert page.evaluate(_FALLING) == [], "nothing falls while a page is opened"
    seen = page.evaluate(
        f"""() => new Promise((done) => {{
            const falling = {_FALLING};
            const watch = new MutationObserver(() => {{
                const text = document.getElementById("position").textContent;
                if (text === "44") {{ watch.disconnect(); requestAnimationFrame(() => done(falling())); }}
            }});
            watch.observe(document.body, {{ subtree: true, childList: true }});
            document.querySelector('.spot[data-column="4"]').dispatchEvent(
                new MouseEvent("click", {{ bubbles: true, cancelable: true }}));
        }})"""
    )
    assert seen == ([[250, "last-in fall-5"]] if falls else [])
    page.locator("[data-switch=values]").click()
    expect(page.locator("[data-switch=values]")).to_have_attribute("aria-checked", "true")
    assert page.evaluate(_FALLING) == [], "it has fallen already"


@pytest.mark.slow
def test_without_a_connection_two_people_drop_discs_too(visit: Open) -> None:
    page = visit("/play?game=connect4&opponent=person&moves=4", wrong=True)
    cut_off(page)
    page.locator(column(page, 4)).click()
    page.get_by_role("button", name="Play on as two people").click()
    for number in (4, 4, 1):
        page.locator(column(page, number)).click()
    drawn = page.eval_on_selector_all(
        ".board .placed", "all => all.map((one) => [one.getAttribute('class'), one.getAttribute('cy')])"
    )
    assert sorted(drawn) == [["disc placed", "350"], ["o placed", "450"], ["o placed", "550"]]
    page.locator("[data-action=undo]").click()
    expect(page.locator(".board .placed")).to_have_count(2)
    page.unroute_all()
    expect(page.locator("body.offline")).to_have_count(0)
    wait_for_plies(page, 3)
    assert page.inner_text("#position") == "444"


@pytest.mark.slow
def test_on_a_phone_the_one_line_tells_about_a_lost_connection(visit: Open) -> None:
    played = PLAYED.replace("opponent=person", "opponent=level-2&side=X")
    page = visit(played, wrong=True, viewport=PHONE, has_touch=True, is_mobile=True)
    page.route("**/play**", lambda route: None)  # no answer comes
    page.locator(f"{column(page, 6)} .hit").tap()
    expect(page.locator(".strip.above .turn")).to_have_text("Sending…", use_inner_text=True)
    expect(page.locator("#banner")).to_contain_text("Your X at 6 did not arrive")
    lost = ["Level 2", "waiting for the connection", "You, solid, to move"]
    assert page.inner_text(".strip.above").split("\n") == lost


def test_a_column_is_not_broken_in_the_list_of_reasons(visit: Open) -> None:
    page = visit(PLAYED.replace("/play", "/understand"))
    expect(page.locator(".why .mv")).to_have_count(6)
    heights = page.eval_on_selector_all(".why .mv", "all => all.map((one) => one.getClientRects()[0].height)")
    assert max(heights) < 30, heights
    assert page.text_content(".strip .by-touch") == "tap a column to see what it does"


def test_the_headline_is_about_columns_and_the_panel_says_why(visit: Open) -> None:
    page = visit(f"{PLAYED}&values=1")
    expect(page.locator("h1")).to_have_text("Two columns win")
    expect(page.locator(".status p").first).to_have_text(
        "6 and 7 win in 3 plies. Keep out of 4: O completes the diagonal above it."
    )
    expect(page.locator(".why-best h2")).to_have_text("Why 6 wins")
    says = "It threatens 4 in the row, 6 and 7 on the diagonal. One disc cannot stop them all."
    expect(page.locator(".why-best p")).to_have_text(says)
    captions = page.locator(".why-best figcaption").all_inner_texts()
    assert captions == ["After 6 Dashed rings: where X would win.", "X wins 6, then 4, then 6."]
    assert page.locator(".figure .coord").all_text_contents() == 2 * ["1", "2", "3", "4", "5", "6", "7"]
    said = page.locator(".figure").first.get_attribute("aria-label") or ""
    assert said.startswith("Column 1. From the floor: O. Column 2. From the floor: X, O, X. Column 3."), said
    assert visit(PLAYED).locator(".why-best").count() == 0, "only while values are shown"


def test_a_move_that_is_judged_keeps_its_value_above_its_column(visit: Open) -> None:
    page = visit(f"{PLAYED}.4&guess=1")
    expect(page.locator(".verdict span").first).to_contain_text(
        "Column 4: loss in 2 plies. Best was column 6 or 7: win in 3 plies."
    )
    assert "L2" in (page.locator(".board").text_content() or "")


def test_the_opponent_s_last_move_stands_beside_its_name(visit: Open) -> None:
    page = visit(PLAYED.replace("opponent=person", "opponent=level-2&side=X"))
    assert page.inner_text(".strip.above").split("\n") == ["Level 2", "dropped into column 5"]
    expect(page.locator(".strip.below b")).to_have_text("You, solid")
    expect(page.locator(".strip.below .turn")).to_have_text("to move")


@pytest.mark.parametrize(
    ("players", "below", "legend"),
    [
        ("opponent=level-2&side=O&values=1", "You, ring", ["Level 2 (X): a solid disc", "you (O): a ring"]),
        ("opponent=person", "X, solid", ["X: a solid disc", "O: a ring"]),
    ],
)
def test_a_legend_says_whose_discs_are_solid(visit: Open, players: str, below: str, legend: list[str]) -> None:
    page = visit(f"/play?game=connect4&moves=4&{players}")
    expect(page.locator(".strip.below b")).to_have_text(below)
    entries = page.locator(".legend li").all_inner_texts()
    assert entries[:2] == legend
    assert entries[2:] == [] or entries[-1] == "best, outlined"


def test_on_a_phone_the_moves_are_a_reel_and_one_line_tells_both_players(visit: Open) -> None:
    played = PLAYED.replace("opponent=person", "opponent=level-2&side=X")
    page = visit(f"{played}&values=1", viewport=PHONE, has_touch=True, is_mobile=True)
    expect(page.locator(".strip.below")).not_to_be_visible()
    assert page.inner_text(".strip.above").split("\n") == ["Level 2", "dropped into 5", "You, solid, to move"]
    reel, now = page.locator(".reel .list").bounding_box(), page.locator(".reel .now").bounding_box()
    switches, nav = page.locator(".switches").bounding_box(), page.locator(".bottom").bounding_box()
    assert reel is not None and now is not None and switches is not None and nav is not None
    assert reel["y"] >= switches["y"] + switches["height"] and reel["y"] + reel["height"] <= nav["y"], "in sight"
    assert reel["x"] <= now["x"] and now["x"] + now["width"] <= reel["x"] + reel["width"] + 1, "the last move"
    assert now["height"] == reel["height"] == 44
    expect(page.get_by_role("link", name="22 O 5")).to_have_attribute("aria-current", "step")
    page.get_by_role("link", name="20 O 2").tap()
    wait_for_plies(page, 20)
    expect(page.locator(".reel .now .at")).to_have_text("2")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_a_game_is_reviewed_with_discs_and_shows_its_turning_point(visit: Open) -> None:
    page = visit(f"{PLAYED}.6.4.7".replace("/play", "/understand"))
    expect(page.locator(".strip8 .pic svg")).to_have_count(26)
    turning, strip = page.locator(".strip8 .turnpt").bounding_box(), page.locator(".strip8").bounding_box()
    assert turning is not None and strip is not None
    assert strip["x"] <= turning["x"] and turning["x"] + turning["width"] <= strip["x"] + strip["width"]
    expect(page.locator(".why1")).to_have_text(
        "Loses in 4 plies: X 6 makes three threats at once, at columns 4, 6 and 7."
    )
    assert page.inner_text("#position") == GAME + "647"
    drawn = page.locator(".tp .board").text_content() or ""
    assert "L4" in drawn and "D21" in drawn, "values above the columns"


def test_the_end_of_a_game_is_told_by_columns(visit: Open) -> None:
    page = visit(f"{PLAYED}.6.4.7")
    expect(page.locator(".status p").first).to_contain_text("Completed: the diagonal from column 4 to 7.")
    moves, last = page.locator(".list").bounding_box(), page.locator(".list .now").bounding_box()
    assert moves is not None and last is not None
    assert last["y"] + last["height"] <= moves["y"] + moves["height"] + 1, "the last move is in sight at once"
