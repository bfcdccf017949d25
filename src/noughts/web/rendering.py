"""Pages as text: one function from what is asked to what is shown. It knows nothing of servers.

The routes of the server are one edge of it. Whatever runs Python can be another.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from jinja2 import Environment, PackageLoader, select_autoescape
from markupsafe import Markup

from .. import language
from ..errors import IllegalMove, NoughtsError, UnreachablePosition
from ..language import LANGUAGES, _, said, speaking
from . import fonts, icons, spoken
from .analyst import Analyst
from .board_view import BoardView
from .cache import Cache
from .games_menu import GamesView
from .opponents import reply
from .page_state import PageState, examples, read_moves, read_pasted, read_state
from .play_view import PlayView
from .review_view import ReviewView, has_review
from .static_files import VERSION
from .understand_view import UnderstandView

Written = Cache[tuple[str, str, str, str, bool], str]  # the latest pages: most people play the same openings
VIEWS: dict[str, type[BoardView]] = {"play": PlayView, "understand": UnderstandView}

templates = Environment(
    loader=PackageLoader("noughts.web"),
    autoescape=select_autoescape(),
    extensions=["jinja2.ext.i18n"],
    trim_blocks=True,
    lstrip_blocks=True,
)
templates.install_gettext_callables(language._, language.ngettext, newstyle=False)  # type: ignore[attr-defined]
templates.globals.update(version=VERSION, languages=LANGUAGES)
templates.globals.update(fonts=[fonts.address(file, VERSION) for file in fonts.FIRST])
templates.globals.update(icon=icons.icon, chevron=icons.chevron, glyph=icons.glyph, side=icons.side)


class Asked(NamedTuple):
    """An address, and how its page is to look. `fragment` asks for a piece of it: `page` or `games`."""

    path: str
    query: Mapping[str, str]
    language: str = "en"
    theme: str = ""
    fragment: str = ""

    def settings(self) -> dict[str, str]:
        """What every template needs."""
        return {"language": self.language, "theme": self.theme if self.theme in ("light", "dark") else ""}


class Page(NamedTuple):
    """The text of a page, or the address to go to instead."""

    text: str
    status: int = 200
    location: str = ""


def render(asked: Asked, analyst: Analyst, written: Written | None = None) -> Page:
    """The page of an address. With the same answers from the analyst it is always the same; `written` keeps pages."""
    name = asked.path.strip("/") or "play"
    with speaking(asked.language):
        if name in VIEWS:
            return _board_page(asked, name, analyst, written)
        if name == "games":
            return _games_page(asked)
    return missing(asked)


def missing(asked: Asked) -> Page:
    """The page of an address that leads nowhere."""
    with speaking(asked.language):
        return Page(templates.get_template("missing.html").render(asked.settings()), 404)


def _games_page(asked: Asked) -> Page:
    query = dict(asked.query)
    to = query.pop("view", "play")
    try:
        state = read_state(query)
    except NoughtsError:
        state = read_state({})
    view = GamesView(state, to if to in VIEWS else "play")
    if asked.fragment == "games":
        return Page(templates.get_template("games.html").render(view=view))
    return _page(asked, "games", view)


def _board_page(asked: Asked, name: str, analyst: Analyst, written: Written | None) -> Page:
    try:
        state = _done(asked.query, name, analyst)
    except NoughtsError as error:
        return _wrong(asked, name, error, analyst)
    view = _view(name, state, analyst)
    if ("do" in asked.query or "paste" in asked.query) and asked.fragment != "page":
        return Page("", 303, view.link(state))
    return _page(asked, name, view, written)


def _view(name: str, state: PageState, analyst: Analyst) -> BoardView:
    """What is shown; understanding a game that is over is looking back on it."""
    return ReviewView(state, analyst) if name == "understand" and has_review(state) else VIEWS[name](state, analyst)


def _page(
    asked: Asked,
    name: str,
    view: BoardView | GamesView,
    written: Written | None = None,
    status: int = 200,
    **more: Any,
) -> Page:
    """A whole page, or what changes of it, without the head of the document."""
    is_fragment = asked.fragment == "page"
    key = (name, view.link(view.state), asked.language, asked.settings()["theme"], is_fragment)
    if view.open_moves:
        written = None  # what is not known may be known the next time
    if written is not None and (before := written.get(key)) is not None:
        return Page(before)
    context = {**asked.settings(), "name": name, "view": view, "state": view.state, "markup": Markup, **more}
    context |= {"spoken": spoken, "address": view.link(view.state)}
    context["games_address"] = GamesView(view.state, name if name in VIEWS else "play").link(view.state)
    query = view.state.query()
    words = (("play", _("Play")), ("understand", _("Understand")))
    context["tabs"] = [(one, word, f"/{one}?{query}" if query else f"/{one}") for one, word in words]
    text = templates.get_template("page.html" if is_fragment else "base.html").render(context)
    if written is not None:
        written.put(key, text)
    return Page(text, status)


def _done(query: Mapping[str, str], name: str, analyst: Analyst) -> PageState:
    """The state of an address, after what `do` or `paste` asks for: a move, the opponent's reply, another board."""
    state = read_state(query)
    if "paste" in query:
        return _pasted(query["paste"], state)
    if "do" not in query:
        return state
    if query["do"] != "reply":
        moves = read_moves(state.now, query["do"])
        if len(moves) != 1:
            raise IllegalMove("{where}: expected one move, found {found}", where="do", found=f"{query['do']!r:.40}")
        state = state.played(moves[0])
    elif not state.awaits_reply:
        raise IllegalMove("{where}: it is not the opponent's turn", where="do")
    waits = name == "understand" or (state.guess and query["do"] != "reply")
    if state.awaits_reply and not waits:
        state = state.played(reply(state, analyst))
    return state


_ADDRESS = re.compile(r"\S*/(?:(?:play|understand|games|embed)/?)?\?([^\s#]+)(?:#\S*)?")


def pasted_address(text: str) -> dict[str, str] | None:
    """The query of a pasted address of this page, with or without the server's name; None if it is something else."""
    address = _ADDRESS.fullmatch(text.strip())
    return None if address is None else dict(parse_qsl(address.group(1)))


def _pasted(text: str, state: PageState) -> PageState:
    """A board, a game as text, or an address of this page."""
    address = pasted_address(text)
    return read_pasted(text, state) if address is None else read_state(address)


def _wrong(asked: Asked, name: str, error: NoughtsError, analyst: Analyst) -> Page:
    """The page with what is wrong said on it, and a way on."""
    query = asked.query
    kept = {key: value for key, value in query.items() if key not in ("do", "paste")}
    try:
        state = read_state(kept)
    except NoughtsError:
        state = read_state({})
    lenient = ""
    if isinstance(error, UnreachablePosition):
        lenient = f"/{name}?{urlencode({**query, 'lenient': '1'})}"
    view = _view(name, state, analyst)
    pasted = query.get("paste", "")
    shown = examples(state.game) if pasted and not lenient else []
    return _page(asked, name, view, status=400, error=said(error), pasted=pasted, lenient=lenient, examples=shown)
