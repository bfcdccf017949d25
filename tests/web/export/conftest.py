"""An exported folder, made once, and a browser that looks at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from noughts.web.export import export
from web.export.hosting import hosting

Open = Callable[..., Page]
PATIENCE = 180_000  # milliseconds: Python has to start, perhaps on a busy machine


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page in a folder of a site, so that nothing in it may rely on being at the top."""
    site = tmp_path_factory.mktemp("site")
    export(site / "course" / "page")
    return site


@pytest.fixture(scope="session")
def host(folder: Path) -> Iterator[str]:
    with hosting(folder) as address:
        yield f"{address}/course/page/"


@pytest.fixture
def look(host: str, chromium: Browser) -> Iterator[Open]:
    """Opens an address of the exported page, or a file beside it, where no Python starts.

    Nothing may log an error or ask another host.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(path: str = "", *, is_page: bool = True, **settings: object) -> Page:
        settings = {
            "viewport": {"width": 1280, "height": 860},
            "locale": "en-GB",
            "reduced_motion": "reduce",
        } | settings
        context = chromium.new_context(**settings)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda asked: None if asked.url.startswith(host) else complaints.append(asked.url))
        page.goto(host + path)
        if is_page:
            page.wait_for_selector("body.ready")
            ready(page)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def ready(page: Page) -> None:
    """Until Python has come and has written the page."""
    page.wait_for_selector("#loading", state="hidden")
    page.wait_for_selector("html:not(.waits)")
