"""The links of a site made of files: which of them lead nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """What a page can be reached by, what it links to, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value is not None}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        for name in ("href", "src"):
            if name in given and given.get("rel") not in ("canonical", "edit"):
                self.links.append(given[name])
                if tag != "a":
                    self.loaded.add(given[name])


def broken_links(path: Path, pages: Mapping[Path, Page], site: Path) -> Iterator[str]:
    """Links within the site that lead nowhere, and what would be loaded from outside."""
    page = pages[path]
    for link in page.links:
        parts = urlsplit(link)
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if target.is_dir():
            target /= "index.html"
        if parts.scheme or parts.netloc:
            good = link not in page.loaded or parts.scheme == "data"
        elif parts.path.startswith("/"):
            good = path.name == "404.html"  # it is served from anywhere
        elif not target.is_relative_to(site.resolve()) or not target.exists():
            good = False
        else:
            anchors = pages[target].anchors if target in pages else set()
            good = not parts.fragment or parts.fragment in anchors or parts.fragment.startswith("__")
        if not good:
            yield f"{path.relative_to(site)}: {link}"
