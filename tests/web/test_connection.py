"""The server goes away and comes back: the page says so, takes back what did not arrive, and goes on by itself."""

from __future__ import annotations

import random
import re
import socket
from collections.abc import Iterator
from contextlib import AbstractContextManager

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from noughts.explain import words
from noughts.games import game
from web.conftest import Open
from web.playing import cell, click, shown, wait_for_plies
from web.serving import serving
from web.tabs import PATIENCE


class Server:
    """A server that can be stopped and started again at the same address."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.running: AbstractContextManager[str] | None = None
        self.start()

    def start(self) -> None:
        self.running = serving("--port", str(self.port))
        self.address = self.running.__enter__()

    def stop(self) -> None:
        if self.running is not None:
            self.running.__exit__(None, None, None)
            self.running = None


@pytest.fixture
def own() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def page(own: Server, chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def open_at(page: Page, own: Server, path: str) -> None:
    page.goto(own.address + path)
    page.wait_for_selector("body.ready")


@pytest.mark.slow
def test_a_move_that_does_not_arrive_is_taken_back_and_the_page_goes_on(page: Page, own: Server) -> None:
    open_at(page, own, "/play?moves=1-1.2-2")
    banner, before = page.locator("#banner"), shown(page)
    expect(banner).not_to_be_visible()
    own.stop()
    click(page, 1)
    expect(cell(page, 1)).to_have_class(re.compile("sent"))
    expect(page.locator(".strip.below")).to_contain_text("Sending…")
    expect(banner).to_contain_text("The connection is gone. Your game is safe.")
    expect(banner).to_contain_text("Your X at 1,2 did not arrive, so it was taken back.")
    expect(banner).to_contain_text(re.compile(r"Next try in \d+ s\."))
    expect(cell(page, 1)).to_have_class(re.compile("lost"))
    expect(page.locator(".film .lost")).to_contain_text("X 1,2 did not arrive")
    expect(page.locator(".strip.above")).to_contain_text("waiting for the connection")
    found = [one for one in Axe().run(page).response["violations"] if one["impact"] in ("serious", "critical")]
    assert found == []
    page.get_by_role("button", name="Try now").click()
    expect(banner).to_contain_text("The connection is gone.")
    own.start()
    expect(banner).to_contain_text("Connected again. Your move.")
    assert shown(page) == before  # nothing is replayed unasked
    expect(page.locator(".spot.lost, li.lost")).to_have_count(0)
    expect(page.locator(".strip.above")).to_contain_text("never slips")
    expect(banner).not_to_be_visible()
    click(page, 1)
    wait_for_plies(page, 4)


@pytest.mark.slow
def test_everything_but_a_move_is_asked_for_again(page: Page, own: Server) -> None:
    open_at(page, own, "/play?moves=1-1.2-2")
    own.stop()
    page.get_by_role("switch", name="Show values").click()
    expect(page.locator("#banner")).to_contain_text("The game continues")
    own.start()
    page.wait_for_url("**values=1**")
    expect(page.locator(".legend")).to_be_visible()


@pytest.mark.slow
def test_the_reply_and_the_search_go_on(page: Page, own: Server) -> None:
    open_at(page, own, "/play?game=8,8,5&values=1&opponent=person&moves=4-4.3-3.4-5")
    progress = page.locator("#solving [data-progress]")
    expect(progress).to_contain_text("positions")
    own.stop()
    expect(page.locator("#banner")).to_contain_text("The connection is gone.")
    own.start()
    expect(page.locator("#banner")).to_contain_text("Connected again")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(progress).to_contain_text("positions")


@pytest.mark.slow
def test_a_moment_without_an_answer_is_not_a_lost_connection(visit: Open) -> None:
    page = visit("/play?moves=1-1.2-2", wrong=True)
    asked = []

    def fail_once(route):  # type: ignore[no-untyped-def]
        asked.append(route.request.url)
        route.abort() if len(asked) == 1 else route.continue_()

    page.route("**/play?*do=*", fail_once)
    click(page, 1)
    wait_for_plies(page, 4)
    assert len(asked) == 2
    expect(page.locator("#banner")).not_to_be_visible()


@pytest.mark.slow
def test_a_refusal_is_seen(visit: Open) -> None:
    page = visit("/", wrong=True)
    refusal = '{"error": "too_many", "message": "more than 300 requests a second; wait a moment"}'
    page.route("**/play?*do=*", lambda route: route.fulfill(status=429, content_type="application/json", body=refusal))
    click(page, 4)
    expect(page.locator("#banner")).to_contain_text("more than 300 requests a second")
    expect(cell(page, 4)).not_to_have_class(re.compile("sent"))
    page.unroute("**/play?*do=*")
    click(page, 4)
    wait_for_plies(page, 2)
    expect(page.locator("#banner")).not_to_be_visible()


@pytest.mark.parametrize(
    ("motion", "least"), [("no-preference", 300), pytest.param("reduce", 0, marks=pytest.mark.slow)]
)
def test_a_short_pause_lets_one_see_both_marks(visit: Open, motion: str, least: int) -> None:
    page = visit("/", reduced_motion=motion)
    seen = page.evaluate(
        """() => new Promise((done) => {
            const times = [];
            const watch = new MutationObserver(() => {
                if (document.querySelector(".spot.sent") && !times.length) times.push(performance.now());
                if (document.getElementById("position").textContent.includes("O__")) {
                    watch.disconnect();
                    done(performance.now() - times[0]);
                }
            });
            watch.observe(document.body, { subtree: true, childList: true, attributes: true });
            const press = new MouseEvent("click", { bubbles: true, cancelable: true });
            document.querySelector('.spot[data-cell="4"]').dispatchEvent(press);
        })"""
    )
    assert least <= seen < 1500


def cut_off(page: Page) -> None:
    for path in ("**/play*", "**/static/icon*"):
        page.route(path, lambda route: route.abort())


def connect(page: Page) -> None:
    """The page tries by itself now and then. If it is quicker than the press, there is nothing left to press."""
    for path in ("**/play*", "**/static/icon*"):
        page.unroute(path)
    page.locator("#banner button", has_text="Try now").dispatch_event("click")


@pytest.mark.slow
def test_two_people_play_on_without_a_connection(visit: Open) -> None:
    page = visit("/play?moves=1-1.2-2", wrong=True)
    expect(page.locator("#meanwhile")).not_to_be_visible()
    cut_off(page)
    click(page, 1)
    expect(page.locator("#banner")).to_be_visible()
    page.get_by_role("button", name="Play on as two people").click()
    expect(page.locator("h1")).to_have_text("X to move")
    for number, title in ((1, "O to move"), (2, "X to move"), (6, "O to move")):
        click(page, number)
        expect(page.locator("h1")).to_have_text(title)
    page.click("[data-action=undo]")
    expect(page.locator("h1")).to_have_text("X to move")
    for number, title in ((3, "O to move"), (6, "O wins")):
        click(page, number)
        expect(page.locator("h1")).to_have_text(title)
    click(page, 8)  # the game is over
    expect(page.locator("h1")).to_have_text("O wins")
    connect(page)
    page.wait_for_url("**opponent=person**")
    assert shown(page).text == "XXO/XO_/O__ X"
    expect(page.locator("h1")).to_have_text("O wins")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["4,4,3", "tictactoe+misere", "notakto", "cube:3"])
def test_the_page_alone_knows_the_end_of_a_game(visit: Open, name: str) -> None:
    """Random games without the server end where the rules end them, with the same winner."""
    rules, chance = game(name), random.Random(name)
    page = visit(f"/play?game={name.replace('+', '%2B')}&opponent=person", wrong=True)
    cut_off(page)
    click(page, 0)
    expect(page.locator("#banner")).to_be_visible()
    page.get_by_role("button", name="Play on as two people").click()
    now = rules.start()
    while now.outcome is None:
        assert not page.evaluate("() => document.body.classList.contains('ended')")
        move = chance.choice(now.legal_moves)
        now = now.play(move)
        click(page, move)
    assert page.evaluate("() => document.body.classList.contains('ended')")
    expected = words.ending(now.outcome)
    expect(page.locator("h1")).to_have_text(expected)
    connect(page)
    expect(page.locator(".strip .turn")).to_have_count(0)
    assert shown(page) == now
