"""Tabs of a browser that are emptied and used again: opening a new one takes more work than most tests do in it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page

# On a busy machine an answer may take long; a page that is quick is waited for no longer than it needs.
PATIENCE = 60  # seconds
MOST_KEPT = 4
WORKS = "#solving, iframe, body.offline"  # pages with these search, draw or ask; others wait, and are left by the next
USUAL: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 860},
    "locale": "en-GB",
    "reduced_motion": "reduce",
}


class Tab:
    """One page in a context of its own, and what it has complained about."""

    def __init__(self, server: str, chromium: Browser, settings: dict[str, Any]) -> None:
        self.settings = settings
        self.wrong = self.alone = False
        self.complaints: list[str] = []
        self._server = server
        self._context = chromium.new_context(**settings)
        self.page: Page = self._context.new_page()
        self.page.set_default_timeout(1000 * PATIENCE)
        # A page that says what is wrong with an address is an answer 400, and Chromium logs that.
        self.page.on(
            "console", lambda said: self._complain(said.text) if said.type == "error" and not self.wrong else None
        )
        self.page.on("pageerror", lambda error: self._complain(str(error)))
        self.page.on("request", lambda asked: None if asked.url.startswith(server) else self._complain(asked.url))
        self._session = self._context.new_cdp_session(self.page)

    def _complain(self, about: str) -> None:
        self.complaints.append(about)

    def empty(self) -> bool:
        """Ends the page's work, forgets whatever it has kept, and says whether the tab is as good as new."""
        if self.wrong or self.alone or self._context.pages != [self.page]:
            return False
        self.page.mouse.move(0, 0)
        if self.page.evaluate("works => document.querySelector(works) !== null", WORKS):
            self.page.goto("about:blank")
        self._session.send("Storage.clearDataForOrigin", {"origin": self._server, "storageTypes": "all"})
        self._session.send("Page.resetNavigationHistory")
        return True

    def close(self) -> None:
        self._context.close()


class Tabs:
    """Tabs that nobody uses, by what a context is made with; only the size of a page changes afterwards."""

    def __init__(self, server: str, chromium: Browser) -> None:
        self._server, self._chromium = server, chromium
        self._free: list[Tab] = []

    def take(self, settings: dict[str, Any]) -> Tab:
        wanted = USUAL | settings
        for tab in self._free:
            if {**tab.settings, "viewport": None} == {**wanted, "viewport": None}:
                self._free.remove(tab)
                tab.page.set_viewport_size(wanted["viewport"])
                return tab
        return Tab(self._server, self._chromium, wanted)

    def give_back(self, tab: Tab) -> list[str]:
        """Keeps the tab for the next who asks, and returns its complaints."""
        if tab.empty():
            self._free.append(tab)
        else:
            tab.close()
        while len(self._free) > MOST_KEPT:
            self._free.pop(0).close()
        complaints, tab.complaints = tab.complaints, []
        return complaints

    def close(self) -> None:
        for tab in self._free:
            tab.close()
