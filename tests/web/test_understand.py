"""Understanding: reasons under the pointer, the best line, the tree and its replay, the race."""

from __future__ import annotations

import re

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
    assert headline(page) == "X wins"
    page.get_by_role("link", name="Back").click()
    wait_for_plies(page, 6)


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
    expect(chart.locator("svg")).to_contain_text("XOX/O__/___ X")
    assert chart.locator(".bar").count() == 7


@pytest.mark.nightly
def test_the_race_is_run_on_the_empty_board(visit: Open) -> None:
    page = visit(PATH)
    chart = page.locator("#race .chart")
    page.get_by_role("button", name="empty board").click()
    expect(chart.locator("svg")).to_contain_text("549,946", timeout=120_000)


def test_t3_is_explained_with_its_sums(visit: Open) -> None:
    page = visit("/understand?game=t3&from=000/203/450+odd")
    assert headline(page) == "Odd wins in 5 plies"
    expect(page.locator(".reason").first).to_contain_text("Makes")


def test_a_large_board_says_what_is_not_known(visit: Open) -> None:
    page = visit("/understand?game=8,8,5&moves=4-4.3-3.4-5")
    assert headline(page) == "Not known"
    expect(page.locator(".status")).to_contain_text("That does not mean drawn.")
    race = page.locator("#race svg")
    expect(race).to_contain_text("over", timeout=60_000)
    assert "fewer" not in (race.text_content() or "")  # what was stopped is not compared


def test_with_a_finger_the_first_tap_shows_and_the_second_plays(visit: Open) -> None:
    page = visit(PATH, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    cell(page, 4).tap()
    expect(page.locator('.why.on[data-cell="4"]')).to_have_count(1)
    assert shown(page).text == FORK
    cell(page, 4).tap()
    wait_for_plies(page, 5)


def test_while_a_tree_is_made_the_old_one_is_not_shown_under_the_new_name(visit: Open) -> None:
    page = visit("/understand?from=XOX/O__/___+X")
    frame = page.locator("#tree iframe")
    page.locator("#tree").scroll_into_view_if_needed()
    expect(page.frame_locator("#tree iframe").locator("#algorithm")).to_have_text("alpha-beta", timeout=30_000)
    expect(frame).to_be_visible()
    held: list[Route] = []
    page.route(re.compile("/tree.*minimax"), lambda route: held.append(route))
    page.get_by_role("button", name="minimax").click()
    expect(frame).to_be_hidden()
    expect(page.locator("#tree .waiting")).to_have_text("Searching…")
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    expect(page.frame_locator("#tree iframe").locator("#algorithm")).to_have_text("minimax", timeout=30_000)
    expect(frame).to_be_visible()
    expect(page.locator("#tree .waiting")).to_be_hidden()
