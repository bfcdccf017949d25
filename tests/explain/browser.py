"""A real browser for the tests: Debian's Chromium, driven by Playwright.

Where it is installed, the one without windows: for every page Chromium opens a window that nobody sees, which takes
more work than the page.
"""

from __future__ import annotations

import gc
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

_OPEN: list[Browser] = []
SAME = ["--disable-gpu", "--disable-lcd-text", "--font-render-hinting=none"]  # pictures are the same everywhere
SOON = ["--in-process-gpu", "--process-per-site", "--disable-site-isolation-trials"]  # pages open sooner
MISSING = "these tests need Chromium: run `make browser`, or install the package chromium"


@contextmanager
def browser() -> Iterator[Browser]:
    """A Chromium that fetches nothing; without one the test fails and says what to do.

    Playwright runs once in a process, so whoever comes second shares the first one's browser.
    """
    if _OPEN:
        yield _OPEN[0]
        return
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert path is not None, MISSING
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", *SAME, *SOON])
        _OPEN.append(opened)
        try:
            yield opened
        finally:
            _OPEN.clear()
            opened.close()
    gc.collect()  # what Playwright leaves would be collected in the middle of a later test, and fail there
