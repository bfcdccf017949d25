"""A server, a browser, and pages that complain and call elsewhere under observation."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx
import pytest
from explain.browser import browser as open_browser
from playwright.sync_api import Browser, Page, expect

from web.serving import serving
from web.tabs import PATIENCE, Tab, Tabs

Open = Callable[..., Page]

expect.set_options(timeout=1000 * PATIENCE)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.fixture
def client(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server, timeout=PATIENCE) as opened:
        yield opened


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="session")
def tabs(server: str, chromium: Browser) -> Iterator[Tabs]:
    kept = Tabs(server, chromium)
    yield kept
    kept.close()


@pytest.fixture
def visit(server: str, tabs: Tabs) -> Iterator[Open]:
    """Opens an address of the server as a new visitor does. No page may log an error or ask another host.

    What is opened to go wrong, or alone, is closed at the end: whoever answers instead of the server opens it so.
    """
    opened: list[Tab] = []

    def open_page(path: str = "/", *, wrong: bool = False, alone: bool = False, **settings: object) -> Page:
        tab = tabs.take(settings)
        opened.append(tab)
        tab.wrong, tab.alone = wrong, alone
        tab.page.goto(server + path)
        tab.page.wait_for_selector("body.ready")
        return tab.page

    yield open_page
    complaints = [complaint for tab in opened for complaint in tabs.give_back(tab)]
    assert complaints == []
