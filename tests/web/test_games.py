"""Choosing a game, and playing every game of the menu to its end: each sentence on the page is held to the truth."""

from __future__ import annotations

import random
import re

import httpx
import pytest
from playwright.sync_api import Page, expect
from tiers import quick_for

from noughts import solve
from noughts.explain import words
from noughts.explain.rules_text import rules_text, side_text
from noughts.games import Position, Result, game, position
from noughts.search.solution import Solution
from noughts.solver import Solver
from noughts.web.games_menu import OFFERED
from web.checking import Seen, look_at, says_nothing_false
from web.conftest import Open
from web.playing import click, headline, shown, state_of, wait_for_plies

ENOUGH = 300_000  # nodes for a position: most are solved, of the largest boards the ends


def open_games(page: Page) -> None:
    page.click("#games")
    expect(page.locator("#sheet")).to_be_visible()


LONG = {"5,5,4": pytest.mark.slow, "qubic": pytest.mark.slow, "connect4": pytest.mark.nightly}


@pytest.mark.parametrize("name", [pytest.param(name, marks=LONG[name]) if name in LONG else name for name in OFFERED])
def test_what_is_said_of_a_game_is_true(name: str) -> None:
    board, result, distance = OFFERED[name]
    assert position(game(name), board, lenient=True).outcome is None  # a picture of a game that goes on
    solution = solve(game(name).start())
    if distance is None:
        assert (solution.result, solution.value) == (result, None)
    else:
        assert solution.value is not None
        assert (solution.value.result, solution.value.distance) == (result, distance)


def test_every_game_has_a_picture_its_rule_and_its_result(visit: Open) -> None:
    page = visit("/")
    open_games(page)
    offers = page.locator(".offer")
    assert offers.count() == len(OFFERED)
    assert page.locator(".offer svg.mini").count() == len(OFFERED)
    rules = page.locator(".offer .tells > span").all_inner_texts()
    assert sorted(rules) == sorted(rules_text(game(name)) for name in OFFERED)
    results = dict(zip(page.locator(".offer b").all_inner_texts(), page.locator(".offer em").all_inner_texts()))
    assert results["Tic-tac-toe 3×3"] == "Drawn with best play · playing now"
    assert results["T3 3×3, make 13"] == "Even wins in 6 plies"
    assert results["Qubic 4×4×4"] == "X wins, by proof"


@pytest.mark.slow
def test_on_a_phone_the_groups_stand_in_the_same_order(visit: Open) -> None:
    page = visit("/", viewport={"width": 360, "height": 740}, has_touch=True)
    open_games(page)
    boxes = [one.bounding_box() for one in page.locator(".offer").all()]
    tops = [box["y"] for box in boxes if box is not None]
    assert tops == sorted(tops) and len(tops) == len(OFFERED)
    assert all(box is not None and box["height"] >= 72 for box in boxes)


def test_games_are_chosen_by_keyboard_alone(visit: Open) -> None:
    page = visit("/")
    page.locator("#games").focus()
    page.keyboard.press("Enter")
    current = page.locator('.offer[aria-current="true"]')
    expect(current).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator('.offer:has-text("misère")')).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(current).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator('.offer:has-text("4×4, 4 in a row")')).to_be_focused()
    assert page.locator('.offer[tabindex="0"]').count() == 1
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).not_to_be_visible()
    expect(page.locator("#games")).to_be_focused()
    page.keyboard.press("Enter")
    expect(current).to_be_focused()
    page.keyboard.type("qub")  # goes to the search
    expect(page.locator("#find-game")).to_have_value("qub")
    expect(page.locator(".offer:visible")).to_have_count(1)
    page.keyboard.press("Enter")
    page.wait_for_url("**game=qubic**")
    expect(page.locator("#sheet")).not_to_be_visible()


@pytest.mark.slow
def test_a_size_that_is_not_in_the_list(visit: Open) -> None:
    page = visit("/?values=1")
    open_games(page)
    page.fill("#find-game", "4,4,3")
    expect(page.locator(".offer:visible b")).to_have_text(["4×4, 3 in a row"])
    page.fill("#find-game", "6,5,4+misere")
    expect(page.locator(".none")).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_url("**game=6,5,4%2Bmisere**")
    assert page.locator(".spot").count() == 30


@pytest.mark.slow
def test_the_game_that_is_played_is_kept_when_it_is_chosen_again(visit: Open) -> None:
    page = visit("/play?moves=2-2.1-1")
    open_games(page)
    page.click('.offer[aria-current="true"]')
    expect(page.locator("#sheet")).not_to_be_visible()
    assert shown(page).text == "O__/_X_/___ X"
    assert page.url.endswith("/play?moves=2-2.1-1")


@pytest.mark.parametrize(
    "chosen",
    quick_for([".seg a[aria-current]", ".tabs a[aria-current]", ".choice[aria-pressed=true]"], ".tabs a[aria-current]"),
)
def test_what_is_chosen_already_changes_nothing(visit: Open, chosen: str) -> None:
    page = visit("/play?game=t3&moves=2-2-5.1-1-4&hint=1")
    url, text = page.url, page.inner_text("main")
    for number in range(page.locator(chosen).count()):
        page.locator(chosen).nth(number).click()
        page.wait_for_timeout(150)
        assert page.url == url
        assert page.inner_text("main") == text


@pytest.mark.parametrize(
    "wipes",
    quick_for(
        ["[data-action=new]", '.seg[aria-labelledby="s-side"] a:not([aria-current])', "#games"], "[data-action=new]"
    ),
)
def test_a_game_is_never_wiped_without_a_way_back_in_view(visit: Open, wipes: str) -> None:
    page = visit("/play?moves=2-2.1-1.3-3.1-3.1-2.3-2")
    before = shown(page)
    expect(page.locator(".wiped")).not_to_be_visible()
    page.click(wipes)
    if wipes == "#games":
        page.click('.offer:has-text("Wild")')
        page.wait_for_url("**game=wild**")
    else:
        wait_for_plies(page, 0 if "new" in wipes else 1)
    expect(page.locator(".wiped")).to_be_visible()
    page.get_by_role("link", name="Back to it").click()
    wait_for_plies(page, 6)
    assert shown(page) == before
    expect(page.locator(".wiped")).not_to_be_visible()
    page.click("[data-action=undo]")  # what can be redone is not gone
    wait_for_plies(page, 4)
    expect(page.locator(".wiped")).not_to_be_visible()


def test_without_javascript_the_games_are_a_page(client: httpx.Client) -> None:
    text = client.get("/games?view=understand&values=1").text
    addresses = re.findall(r'class="offer" href="([^"]+)"', text)
    assert len(addresses) == len(OFFERED)
    assert all(address.startswith("/understand") for address in addresses)
    assert client.get(addresses[-1].replace("&amp;", "&")).status_code == 200
    assert 'href="/games?view=play"' in client.get("/").text


@pytest.mark.parametrize("name", quick_for(OFFERED, "tictactoe"))
def test_a_whole_game_of_the_menu_by_clicks_says_only_what_is_true(visit: Open, name: str) -> None:
    """Chosen in the menu and played at random to the end with values on; the rules and `solve` check each sentence."""
    chance = random.Random(name)
    page = visit("/play?values=1")
    if name != "tictactoe":
        open_games(page)
        page.locator(".offer").nth([*OFFERED].index(name)).click()
        page.wait_for_function("name => document.getElementById('main').dataset.start.startsWith(name)", arg=name + " ")
    page.locator(".seg").get_by_role("link").last.scroll_into_view_if_needed()
    rules = game(name)
    if chance.random() < 0.5 or rules.cells > 16:
        page.get_by_role("link", name="Another person").click()
        page.wait_for_url("**opponent=person**")
    solver, is_small = Solver(), rules.cells <= 16
    changed = "([text, isSmall]) => document.getElementById('position').innerText !== text"
    settled = " && !(isSmall && document.getElementById('solving'))"  # a busy machine may have to go on searching
    page.wait_for_function(changed + settled, arg=["", is_small])
    while (seen := look_at(page)).now.outcome is None:
        exact = solver.solve(seen.now, node_limit=None if is_small or rules.drop else ENOUGH)  # few columns are quick
        check_sentences(seen, exact)
        says_nothing_false(seen, exact)
        move = chance.choice(seen.now.legal_moves)
        mark = rules.symbol(move.mark)
        if mark in seen.other_marks:
            page.click(f'.choice[data-mark="{mark}"]')
            expect(page.locator(f'.choice[data-mark="{mark}"]')).to_have_attribute("aria-pressed", "true")
        before = page.inner_text("#position")
        click(page, move)
        page.wait_for_function(changed + settled, arg=[before, is_small])
    check_end(page, seen.now)


def check_sentences(seen: Seen, solution: Solution) -> None:
    state, now, title, said = seen.state, seen.now, seen.title, seen.said
    assert rules_text(now.game) in said
    if now.game.cells <= 16:
        assert solution.value is not None
        assert title == words.capital(words.sentence(solution.value, now.to_move))
        assert words.counts(solution) in said
    elif solution.value is not None and (found := re.search(r" (wins|loses) in (\d+) pl", title)):
        verb = {Result.WIN: "wins", Result.LOSS: "loses"}[solution.value.result]
        assert (found.group(1), found.group(2)) == (verb, str(solution.value.distance))
    if state.has_opponent and "You are" in said:
        assert side_text(now.game, state.side) in said
    whose = "You" if state.has_opponent else words.capital(words.side_name(now.to_move))
    assert [turn.split(",")[0] for turn in seen.turns] == [whose]  # `X, solid` where marks are discs
    assert ("moved first" in seen.muted) == (
        any(now.board) and (not state.has_opponent or state.start.to_move == state.side)
    )


def check_end(page: Page, now: Position) -> None:
    outcome, state = now.outcome, state_of(page)
    assert outcome is not None
    said = page.inner_text(".status")
    if outcome.winner is None:
        assert headline(page) == "Drawn"
    else:
        you = state.has_opponent and outcome.winner == state.side
        assert headline(page) == ("You win" if you else f"{words.capital(words.side_name(outcome.winner))} wins")
        assert outcome.line is not None
        completed = "; ".join(words.place_name(one, now.game) for one in outcome.line)
        if now.game.drop:
            columns = sorted({cell % now.game.columns + 1 for cell in outcome.line})
            rows = {cell // now.game.columns for cell in outcome.line}
            kind = "row" if len(rows) == 1 else "diagonal"
            across = f"the {kind} from column {columns[0]} to {columns[-1]}"
            completed = across if len(columns) > 1 else f"column {columns[0]}"
        assert f"Completed: {completed}." in said
    assert page.locator(".strip .turn").count() == 0
    assert page.locator(".board .spot[href]").count() == 0
