"""What a person does is never lost, though the page is written anew at that moment because a search has ended.

The search is played by the test, so that it ends exactly when it should.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, Route, expect

from web.conftest import Open
from web.playing import cell, click, wait_for_plies

_PROGRESS = {"nodes": 12_345, "seconds": 1.0, "done": 1, "total": 61}
_DONE = {"state": "done", "solution": None}
_END = f"event: progress\ndata: {json.dumps(_PROGRESS)}\n\nevent: end\ndata: {json.dumps(_DONE)}\n\n"

Ends = Callable[[], None]


@pytest.fixture
def searched(visit: Open) -> tuple[Page, Ends]:
    """A page with a search that runs until it is told to end."""
    page = visit("/play?game=8,8,5&opponent=person&moves=4-4.3-3.4-5", alone=True)
    held: list[Route] = []
    page.route("**/api/jobs", lambda route: route.fulfill(json={"id": "played"}))
    page.route("**/api/jobs/played", lambda route: route.fulfill(json={}))
    page.route("**/api/jobs/played/events", lambda route: held.append(route))
    with page.expect_request("**/api/jobs/played/events"):
        page.click('[data-switch="values"]')
    expect(page.locator("#solving")).to_contain_text("Searching…")

    def end() -> None:
        held.pop(0).fulfill(content_type="text/event-stream", body=_END)

    return page, end


def _is_page(request: Request) -> bool:
    return request.headers.get("x-fragment") == "page"


def _centre(page: Page, number: int) -> tuple[float, float]:
    box = cell(page, number).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_press_during_which_the_page_is_written_anew_is_a_click(searched: tuple[Page, Ends]) -> None:
    page, end = searched
    page.mouse.move(*_centre(page, 0))
    page.mouse.down()
    page.evaluate("document.querySelector('.board').id = 'before'")
    with page.expect_request_finished(_is_page):
        end()
    expect(page.locator("#before")).to_have_count(0)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if _is_page(request) else None)
    page.mouse.up()
    wait_for_plies(page, 4)
    assert len(asked) == 1


@pytest.mark.slow
def test_a_press_that_ends_elsewhere_is_no_click(searched: tuple[Page, Ends]) -> None:
    page, end = searched
    page.mouse.move(*_centre(page, 0))
    page.mouse.down()
    page.evaluate("document.querySelector('.board').id = 'before'")
    with page.expect_request_finished(_is_page):
        end()
    expect(page.locator("#before")).to_have_count(0)
    page.mouse.move(*_centre(page, 5))
    page.mouse.up()
    page.wait_for_timeout(200)
    wait_for_plies(page, 3)


@pytest.mark.slow
def test_a_move_on_its_way_is_not_given_up_for_what_a_search_found(searched: tuple[Page, Ends]) -> None:
    page, end = searched
    moves: list[Route] = []
    page.route("**/play?*do=*", lambda route: moves.append(route))
    with page.expect_request("**/play?*do=*"):
        click(page, 0)
    end()
    expect(page.locator("#solving [data-progress]")).to_contain_text("12,345")
    page.wait_for_timeout(100)  # the page has heard of the end, and would ask for itself again
    moves.pop().continue_()
    wait_for_plies(page, 4)


@pytest.mark.slow
def test_what_is_being_written_stays_when_a_search_ends(searched: tuple[Page, Ends]) -> None:
    page, end = searched
    page.click("details.paste summary")
    page.fill("#game-text", "noughts 5,5,4\n1. X 3,3")
    page.evaluate("document.querySelector('.board').id = 'before'")
    with page.expect_request_finished(_is_page):
        end()
    expect(page.locator("#before")).to_have_count(0)
    expect(page.locator("#game-text")).to_be_visible()
    expect(page.locator("#game-text")).to_be_focused()
    assert page.input_value("#game-text") == "noughts 5,5,4\n1. X 3,3"
