"""Understanding: reasons under the pointer, the best line, the tree and its replay, the race."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Route, expect

from noughts import solve
from noughts.explain.reasons import reasons
from noughts.games import position
from web.conftest import Open
from web.playing import cell, headline, shown, wait_for_plies

FORK = "XOX/O__/___ X"
PATH = "/understand?from=XOX/O__/___+X"


def test_the_reasons_are_those_of_the_program(visit: Open) -> None:
    page = visit(PATH)
    assert headline(page) == "X wins in 3 plies"
    expected = [reason.sentence for reason in reasons(solve(position("tictactoe", FORK))).values()]
    assert page.locator(".reason").all_inner_texts() == expected


def test_pointing_at_a_cell_marks_its_reason_and_draws_the_threats(visit: Open) -> None:
    page = visit(PATH)
    cell(page, 4).hover()
    expect(page.locator('.why.on[data-cell="4"]')).to_have_count(1)
    assert page.locator(".aim-layer .target").count() == 2
    page.locator('.why[data-cell="7"]').hover()
    expect(page.locator('.spot.shown[data-cell="7"]')).to_have_count(1)
    expect(page.locator(".why.on")).to_have_count(1)
    page.locator("h1").hover()
    page.mouse.move(5, 400)
    cell(page, 8).focus()
    expect(page.locator('.why.on[data-cell="8"]')).to_have_count(1)


@pytest.mark.slow
def test_equal_moves_have_one_reason_and_a_name(visit: Open) -> None:
    page = visit("/understand?from=___/_X_/___+O")
    corners, edges = page.locator(".why").all()
    assert corners.locator(".mv").inner_text() == "1,1 · 1,3 · 3,1 · 3,3"
    assert corners.locator(".reason").inner_text().startswith("The four corners. 1,1: Draws: ")
    assert edges.locator(".reason").inner_text().startswith("The four edges. 1,2: Loses in ")
    for one in (0, 2, 6, 8):
        cell(page, one).hover()
        expect(page.locator(".why.on .mv")).to_have_text("1,1 · 1,3 · 3,1 · 3,3")


def test_the_best_line_is_clicked_through(visit: Open) -> None:
    page = visit(PATH)
    solution = solve(position("tictactoe", FORK))
    assert page.locator(".line li").count() == len(solution.line) + 1
    page.click(".line li:nth-child(3) a")
    wait_for_plies(page, 6)
    now = position("tictactoe", FORK).play(solution.line[0]).play(solution.line[1])
    assert shown(page) == now
    page.click(".line li:nth-child(2) a")
    wait_for_plies(page, 7)
    assert headline(page) == "Nobody slipped."
    page.get_by_role("link", name="Back").click()
    wait_for_plies(page, 6)


@pytest.mark.slow
def test_the_tree_is_replayed_step_by_step(visit: Open) -> None:
    page = visit(PATH)
    tree = page.frame_locator("#tree iframe")
    expect(tree.locator("#says")).to_have_text("Done: X has a win in 3.")
    nodes = tree.locator(".node").count()
    assert nodes == 66
    tree.locator("#home").click()
    expect(tree.locator("#now")).to_have_text("0")
    tree.locator("#next").click()
    expect(tree.locator("#says")).to_have_text("The search begins: X to move, and nothing is known yet.")
    assert tree.locator(".node.ahead").count() == nodes - 1
    tree.locator("#view").focus()
    page.keyboard.press("ArrowRight")
    expect(tree.locator("#now")).to_have_text("2")
    expect(tree.locator(".node.current .window")).to_have_count(1)
    page.keyboard.press("End")
    tree.locator("#fold").click()
    assert tree.locator(".node:not(.hidden)").count() < nodes
    page.get_by_role("button", name="minimax").click()
    expect(tree.locator(".summary")).to_contain_text("visited 234 nodes")


def test_the_race_is_run_on_this_position(visit: Open) -> None:
    page = visit(PATH)
    chart = page.locator("#race .chart")
    expect(chart.locator("> svg")).to_contain_text("XOX/O__/___ X")
    assert chart.locator("> svg .bar").count() == 7


@pytest.mark.nightly
def test_the_race_is_run_on_the_empty_board(visit: Open) -> None:
    page = visit(PATH)
    chart = page.locator("#race .chart")
    page.get_by_role("button", name="empty board").click()
    expect(chart.locator("> svg")).to_contain_text("549,946", timeout=120_000)


@pytest.mark.slow
def test_t3_is_explained_with_its_sums(visit: Open) -> None:
    page = visit("/understand?game=t3&from=000/203/450+odd")
    assert headline(page) == "Odd wins in 5 plies"
    expect(page.locator(".reason").first).to_contain_text("Makes")


@pytest.mark.slow
def test_a_large_board_says_what_is_not_known(visit: Open) -> None:
    page = visit("/understand?game=8,8,5%2Bmisere&moves=4-4.3-3.4-5")  # the search proves much without misère
    assert headline(page) == "Not known"
    expect(page.locator(".status")).to_contain_text("That does not mean drawn.")
    race = page.locator("#race .race")
    expect(race).to_contain_text("over")
    assert "fewer" not in (race.text_content() or "")  # what was stopped is not compared


@pytest.mark.slow
def test_with_a_pointer_a_reason_needs_no_buttons(visit: Open) -> None:
    page = visit(PATH)
    buttons = page.locator(".grp .acts")
    assert buttons.count() == page.locator(".why").count()
    assert not any(one.is_visible() for one in buttons.all())
    page.set_viewport_size({"width": 390, "height": 844})
    assert all(one.is_visible() for one in buttons.all())


def test_with_a_finger_the_first_tap_shows_and_the_second_plays(visit: Open) -> None:
    page = visit(PATH, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    cell(page, 4).tap()
    expect(page.locator('.why.on[data-cell="4"]')).to_have_count(1)
    assert shown(page).text == FORK
    cell(page, 4).tap()
    wait_for_plies(page, 5)


@pytest.mark.slow
def test_the_tree_opens_on_the_best_line_with_its_legend_and_can_be_played(visit: Open) -> None:
    page = visit(PATH)
    page.locator("#tree").scroll_into_view_if_needed()
    tree = page.frame_locator("#tree iframe")
    tree.locator(".node").first.wait_for()
    frame = page.locator("#tree iframe").bounding_box()
    assert frame is not None
    best = tree.locator(".node:has(> .nodebox-best)")
    assert best.count() == len(solve(position("tictactoe", FORK)).line) + 1
    labels = tree.locator(".plies text").first.bounding_box()
    assert labels is not None
    for box in [one.locator(".nodebox-best").bounding_box() for one in best.all()]:
        assert box is not None
        assert labels["x"] + labels["width"] < box["x"] and box["x"] + box["width"] <= frame["x"] + frame["width"]
    legend = tree.locator("#legend")
    expect(legend).to_be_visible()
    expect(legend).to_contain_text("best line")
    expect(legend).to_contain_text("a bound (no shape), not a value")
    box = legend.bounding_box()
    assert box is not None and box["y"] + box["height"] <= frame["y"] + frame["height"]
    tree.get_by_role("button", name="Play").click()
    expect(tree.locator("#now")).to_have_text("2")
    tree.get_by_role("button", name="Pause").click()
    stopped = tree.locator("#now").inner_text()
    page.wait_for_timeout(900)
    assert tree.locator("#now").inner_text() == stopped


@pytest.mark.slow
def test_nothing_shows_through_the_labels_of_the_rows(visit: Open) -> None:
    page = visit(PATH)
    page.locator("#tree").scroll_into_view_if_needed()
    tree = page.frame_locator("#tree iframe")
    tree.locator(".node").first.wait_for()
    tree.locator("#view").evaluate("view => { view.scrollLeft = 300; }")
    shade = tree.locator(".shade")
    expect(shade).to_be_visible()
    assert shade.evaluate("one => getComputedStyle(one).opacity") == "1"


@pytest.mark.slow
def test_on_a_phone_the_best_line_runs_straight_down(visit: Open) -> None:
    page = visit("/understand?moves=2-2", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.locator("#tree").scroll_into_view_if_needed()
    tree = page.frame_locator("#tree iframe")
    tree.locator(".node").first.wait_for()
    best = tree.locator(".node:not(.hidden) > .nodebox-best")
    lefts = {round(one.bounding_box()["x"]) for one in best.all()}  # type: ignore[index]
    assert best.count() == 9 and len(lefts) == 1


@pytest.mark.parametrize(
    ("moves", "says", "turning"),
    [
        ("1-1.2-1.1-2.2-2.1-3", "O had a draw until move 2", "X__/___/___ O"),
        pytest.param("2-2.1-1.1-2.3-2.3-1.1-3.2-3.2-1.3-3", "Nobody slipped.", None, marks=pytest.mark.slow),
    ],
)
def test_a_finished_game_says_what_decided_it(visit: Open, moves: str, says: str, turning: str | None) -> None:
    page = visit(f"/understand?moves={moves}&opponent=person")
    assert headline(page) == says
    assert page.locator(".strip8 .turnpt").count() == (turning is not None)
    if turning is not None:
        page.get_by_role("link", name="Understand this position").click()
        wait_for_plies(page, 1)
        assert shown(page).text == turning


@pytest.mark.slow
def test_a_finished_position_without_moves_says_how_it_ended(visit: Open) -> None:
    page = visit("/understand?from=XXX/OO_/___+O")
    assert headline(page) == "X wins"
    assert page.locator(".known, .grp, .strip8, #tree, #race").count() == 0


@pytest.mark.slow
def test_a_large_board_says_what_is_known(visit: Open) -> None:
    page = visit("/understand?game=8,8,5&moves=1-1.8-1.1-2.8-2.1-3.8-3.1-4")
    expect(page.locator(".known")).to_contain_text("X threatens to complete a line at 1,5.")
    page = visit("/understand?game=7,7,5&moves=4-4")
    expect(page.locator(".known")).to_contain_text("Nobody can complete a line with the next move.")


def test_without_javascript_the_tree_and_the_race_are_links(client: httpx.Client) -> None:
    text = client.get(PATH).text
    for kind in ("tree", "race"):
        found = re.search(rf'<noscript>.*?href="(/{kind}\?[^"]+)"', text)
        assert found is not None
        answer = client.get(found.group(1).replace("&amp;", "&"))
        assert answer.status_code == 200 and "<svg" in answer.text


@pytest.mark.slow
def test_while_a_tree_is_made_the_old_one_is_not_shown_under_the_new_name(visit: Open) -> None:
    page = visit("/understand?from=XOX/O__/___+X", alone=True)
    frame = page.locator("#tree iframe")
    page.locator("#tree").scroll_into_view_if_needed()
    expect(page.frame_locator("#tree iframe").locator("#algorithm")).to_have_text("alpha-beta")
    expect(frame).to_be_visible()
    held: list[Route] = []
    page.route(re.compile("/tree.*minimax"), lambda route: held.append(route))
    page.get_by_role("button", name="minimax").click()
    expect(frame).to_be_hidden()
    expect(page.locator("#tree .waiting")).to_have_text("Searching…")
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    expect(page.frame_locator("#tree iframe").locator("#algorithm")).to_have_text("minimax")
    expect(frame).to_be_visible()
    expect(page.locator("#tree .waiting")).to_be_hidden()
