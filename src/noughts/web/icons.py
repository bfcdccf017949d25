"""The small signs of the page: drawn once, and written as they are."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

_SHAPES = {
    "undo": '<path d="M8 5 4 9l4 4"/><path d="M4 9h8a4 4 0 0 1 0 8H9"/>',
    "redo": '<path d="m12 5 4 4-4 4"/><path d="M16 9H8a4 4 0 0 0 0 8h3"/>',
    "hint": (
        '<path d="M7.5 14.500h5M8.5 17.500h3"/><path d="M7.5 14.500c0-2-2.5-3-2.5-6a5 5 0 0 1 10 0c0 3-2.5 4-2.5 6z"/>'
    ),
    "flip": '<path d="M6 3v13m0 0-3-3m3 3 3-3"/><path d="M14 17V4m0 0-3 3m3-3 3 3"/>',
    "new": '<path d="M10 4v12M4 10h12"/>',
    "link": (
        '<path d="M8.5 11.500a3 3 0 0 0 4.3 0l2.7-2.700a3 3 0 0 0-4.3-4.300l-.9.9"/>'
        '<path d="M11.5 8.500a3 3 0 0 0-4.3 0l-2.7 2.700a3 3 0 0 0 4.3 4.300l.9-.9"/>'
    ),
    "board": (
        '<rect x="5" y="4.5" width="10" height="13" rx="1.5"/><path d="M8 4.500a2 2 0 0 1 4 0M8 9.500h4M8 13h4"/>'
    ),
    "keys": (
        '<rect x="2.5" y="5.5" width="15" height="9.5" rx="1.8"/>'
        '<path d="M5.5 8.500h.01M8.5 8.500h.01M11.5 8.500h.01M14.5 8.500h.01M6.5 12h7"/>'
    ),
    "language": (
        '<circle cx="10" cy="10" r="7"/><path d="M3 10h14M10 3c2.5 2.5 2.5 11.5 0 14M10 3c-2.5 2.5-2.5 11.5 0 14"/>'
    ),
    "sun": (
        '<circle cx="10" cy="10" r="3.400"/><path d="M10 2.500v2M10 15.500v2M2.5 10h2M15.5 10h2M4.7 4.700l1.4 1.400'
        'M13.9 13.900l1.4 1.400M15.3 4.700l-1.4 1.400M6.1 13.900l-1.4 1.400"/>'
    ),
    "moon": '<path d="M16 11.800A6.5 6.5 0 1 1 8.2 4a5.2 5.2 0 0 0 7.8 7.800z"/>',
    "game": '<path d="M7.5 3v14M12.5 3v14M3 7.500h14M3 12.500h14"/>',
    "replay": '<path d="m7 4 9 6-9 6z"/>',
    "wrong": '<path d="M10 3.5 17.5 16.500h-15zM10 8.500v3.500M10 14.300v.01"/>',
    "find": '<circle cx="8.7" cy="8.7" r="5"/><path d="m12.500 12.500 4 4"/>',
    "close": '<path d="M5 5l10 10M15 5 5 15"/>',
    "lost": (
        '<path d="M2.5 8.200C4.6 6.200 7.2 5.200 10 5.200s5.4 1 7.5 3M5.8 11.700a6.3 6.300 0 0 1 8.4 0M10 15.300v.01"/>'
        '<path d="M16.5 3.500l-13 13"/>'
    ),
    "menu": '<path d="M3.5 6h13M3.5 10h13M3.5 14h13"/>',
}
_GLYPHS = {
    "w": '<path class="g-w" d="M14 3.2 26 23.8H2z"/>',
    "d": '<g class="g-d"><rect x="2" y="5" width="24" height="6.5" rx="1.5"/>'
    '<rect x="2" y="16.5" width="24" height="6.5" rx="1.5"/></g>',
    "l": '<path class="g-l" d="M14 24.8 26 4.2H2z"/>',
    "": '<circle class="unknown" cx="14" cy="14" r="11" stroke-width="2" stroke-dasharray="4 3"/>',
}
_SIDES = {
    "x": '<path class="x" stroke-width="15" d="M20 20 80 80M80 20 20 80"/>',
    "o": '<circle class="o" stroke-width="15" cx="50" cy="50" r="33"/>',
    "disc": '<circle class="disc" cx="50" cy="50" r="40"/>',
    "hoop": '<circle class="o" stroke-width="17" cx="50" cy="50" r="32"/>',
    "odd": '<circle class="ring" stroke-width="9" cx="50" cy="50" r="38"/>',
    "even": '<rect class="ring-even" stroke-width="9" x="14" y="14" width="72" height="72" rx="13"/>',
}


def _drawn(cls: str, size: int, shape: str) -> Markup:
    box = f'viewBox="0 0 {size} {size}" aria-hidden="true" focusable="false"'
    return Markup(f'<svg class="{cls}" {box}>{shape}</svg>')


@lru_cache
def icon(name: str) -> Markup:
    return _drawn(f"ic {name}" if name in ("sun", "moon") else "ic", 20, _SHAPES[name])


@lru_cache
def chevron() -> Markup:
    return _drawn("chev", 10, '<path d="m1.5 3.5 3.5 3.5 3.5-3.5"/>')


@lru_cache
def glyph(result: str) -> Markup:
    """A triangle up, two bars, a triangle down; a dashed ring for what is not known."""
    return _drawn("glyph", 28, _GLYPHS[result])


@lru_cache
def side(name: str) -> Markup:
    """The shape of a side's marks; nothing where both sides place the same."""
    return _drawn("side", 100, _SIDES[name]) if name in _SIDES else Markup("")
