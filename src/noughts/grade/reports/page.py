"""A page that needs nothing else: style, colours for light and dark, and a body."""

from __future__ import annotations

import re
from html import escape
from importlib import resources

from ...explain import palette, value_labels
from ...games import Value
from ...language import current
from ..grades import Grade

NAME = (
    '<span class="name" role="img" aria-label="noughts">n<svg viewBox="0 0 100 100" aria-hidden="true">'
    '<circle class="o" cx="50" cy="50" r="40" fill="none" stroke-width="19"/></svg>ughts</span>'
)
MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"


def write(title: str, body: str, *styles: str) -> str:
    """The page, in the current language; `styles` are further files of `assets`."""
    html = _asset("page.html")
    parts = {
        "lang": current(),
        "body": body,
        "title": escape(title),
        "light": palette.tokens(palette.LIGHT),
        "dark": palette.tokens(palette.DARK),
        "sans": palette.SANS,
        "serif": palette.SERIF,
        "mono": MONO,
        "paint": palette.stylesheet(),
        "style": "".join(_asset(name) for name in ("page.css", *styles)),
    }
    # All at once: agents, and the names of their files, say all sorts of things.
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], html)


def score(grade: Grade) -> str:
    """To two decimals, as in every report: 100 means 100. A dash if there is none."""
    if not grade.is_graded:
        return "–"
    return "100" if grade.score == 100 else f"{grade.score:.2f}"


def icon(paths: str) -> str:
    return f'<svg class="ic" viewBox="0 0 20 20" aria-hidden="true">{paths}</svg>'


def chip(value: Value | None) -> str:
    """`▲ W3` on the tint of its result."""
    if value is None:
        return ""
    glyph = value_labels.glyph(value.result, 14, 14, 12)
    drawn = f'<svg viewBox="0 0 28 28" aria-hidden="true">{glyph}</svg>'
    name = escape(value_labels.spoken(value))
    letter = value_labels.code(value.result)
    return f'<span class="chip {letter}" role="img" aria-label="{name}">{drawn}{value_labels.short(value)}</span>'


def _asset(name: str) -> str:
    return resources.files(__package__).joinpath("assets", name).read_text(encoding="utf-8")
