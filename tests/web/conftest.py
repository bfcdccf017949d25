"""A server, a browser, and pages that complain and call elsewhere under observation."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx
import pytest
from explain.browser import browser as open_browser
from playwright.sync_api import Browser, BrowserContext, Page, expect

from web.serving import serving

Open = Callable[..., Page]

# On a busy machine an answer may take long; a page that is quick is waited for no longer than it needs.
PATIENCE = 60  # seconds
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


@pytest.fixture
def visit(server: str, chromium: Browser) -> Iterator[Open]:
    """Opens an address of the server in a browser of its own. No page may log an error or ask another host."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(path: str = "/", *, wrong: bool = False, **settings: object) -> Page:
        settings = {
            "viewport": {"width": 1280, "height": 860},
            "locale": "en-GB",
            "reduced_motion": "reduce",
        } | settings
        context = chromium.new_context(**settings)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        # A page that says what is wrong with an address is an answer 400, and Chromium logs that.
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" and not wrong else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda asked: None if asked.url.startswith(server) else complaints.append(asked.url))
        page.goto(server + path)
        page.wait_for_selector("body.ready")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
