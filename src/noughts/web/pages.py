"""The pages: play, understand, the games, and the one about the API. Each is a function of its address."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, PackageLoader, select_autoescape
from markupsafe import Markup

from .. import language
from ..errors import IllegalMove, NoughtsError, UnreachablePosition
from ..language import LANGUAGES, _, said, speaking
from . import fonts, icons, spoken
from .analyst import SMALL, Analyst
from .assets import VERSION
from .board_view import BoardView
from .cache import Cache
from .games_menu import GamesView
from .opponents import reply
from .page_state import PageState, examples, read_game, read_moves, read_pasted, read_state
from .play_view import PlayView
from .review_view import ReviewView, has_review
from .understand_view import UnderstandView

Written = Cache[tuple[str, str, str, str, bool], str]  # the latest pages: most people play the same openings
LARGE_THREADS = 2
FRAGMENT = "x-fragment"  # the header with which the script asks for a piece of HTML: `page` or `games`
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


def router(analyst: Analyst, kept: int) -> APIRouter:
    pages = APIRouter(include_in_schema=False)
    written: Written = Cache(kept, len)
    many: list[CapacityLimiter] = []  # threads for large boards, made when the server runs

    async def answer(request: Request, name: str) -> Response:
        """Large boards have threads of their own, so that those who play on small ones do not wait behind them."""
        if not many:
            many.append(CapacityLimiter(LARGE_THREADS))
        limiter = many[0] if _is_large(request.query_params.get("game", "")) else None
        return await to_thread.run_sync(_answer, request, name, analyst, written, limiter=limiter)

    @pages.get("/")
    async def home(request: Request) -> Response:
        return await answer(request, "play")

    @pages.get("/play")
    async def play(request: Request) -> Response:
        return await answer(request, "play")

    @pages.get("/understand")
    async def understand(request: Request) -> Response:
        return await answer(request, "understand")

    @pages.get("/games")
    def games(request: Request) -> Response:
        with speaking(language_of(request)):
            query = dict(request.query_params)
            to = query.pop("view", "play")
            try:
                state = read_state(query)
            except NoughtsError:
                state = read_state({})
            view = GamesView(state, to if to in VIEWS else "play")
            if request.headers.get(FRAGMENT) == "games":
                return HTMLResponse(templates.get_template("games.html").render(view=view), headers=_VARY)
            return _page(request, "games", view)

    @pages.get("/api")
    async def about_api(request: Request) -> Response:
        with speaking(language_of(request)):
            schema = request.app.openapi()
            context = {**settings(request), "schema": schema, "origin": str(request.base_url).rstrip("/")}
            return HTMLResponse(templates.get_template("api.html").render(context))

    return pages


def missing(request: Request) -> Response:
    """The page of an address that leads nowhere."""
    with speaking(language_of(request)):
        return HTMLResponse(templates.get_template("missing.html").render(settings(request)), 404, headers=_VARY)


def _is_large(name: str) -> bool:
    try:
        return bool(name) and read_game(name).cells > SMALL
    except NoughtsError:  # the page will say what is wrong
        return False


def language_of(request: Request) -> str:
    """What the person chose on the page, otherwise what the browser asks for."""
    chosen = request.cookies.get("language", "")
    return chosen if chosen in LANGUAGES else language.of_browser(request.headers.get("accept-language", ""))


def settings(request: Request) -> dict[str, Any]:
    theme = request.cookies.get("theme", "")
    return {"language": language.current(), "theme": theme if theme in ("light", "dark") else ""}


def _answer(request: Request, name: str, analyst: Analyst, written: Written) -> Response:
    with speaking(language_of(request)):
        query = dict(request.query_params)
        try:
            state = _done(query, name, analyst)
        except NoughtsError as error:
            return _wrong(request, name, error, query, analyst)
        view = _view(name, state, analyst)
        if ("do" in query or "paste" in query) and not _wants_fragment(request):
            return RedirectResponse(view.link(state), status_code=303)
        return _page(request, name, view, written)


def _view(name: str, state: PageState, analyst: Analyst) -> BoardView:
    """What is shown; understanding a game that is over is looking back on it."""
    return ReviewView(state, analyst) if name == "understand" and has_review(state) else VIEWS[name](state, analyst)


def _wants_fragment(request: Request) -> bool:
    """Whether the script asks for what changes, without the head of the document."""
    return request.headers.get(FRAGMENT) == "page"


def _page(
    request: Request,
    name: str,
    view: BoardView | GamesView,
    written: Written | None = None,
    status: int = 200,
    **more: Any,
) -> Response:
    key = (name, view.link(view.state), language.current(), settings(request)["theme"], _wants_fragment(request))
    if view.open_moves:
        written = None  # what is not known may be known the next time
    if written is not None and (before := written.get(key)) is not None:
        return HTMLResponse(before, headers=_VARY)
    context = {**settings(request), "name": name, "view": view, "state": view.state, "markup": Markup, **more}
    context |= {"spoken": spoken, "address": view.link(view.state)}
    context["games_address"] = GamesView(view.state, name if name in VIEWS else "play").link(view.state)
    query = view.state.query()
    words = (("play", _("Play")), ("understand", _("Understand")))
    context["tabs"] = [(one, word, f"/{one}?{query}" if query else f"/{one}") for one, word in words]
    template = "page.html" if _wants_fragment(request) else "base.html"
    text = templates.get_template(template).render(context)
    if written is not None:
        written.put(key, text)
    return HTMLResponse(text, status_code=status, headers=_VARY)


_VARY = {"vary": "X-Fragment, Cookie, Accept-Language"}


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


_ADDRESS = re.compile(r"\S*/(?:play|understand|games)?\?([^\s#]+)(?:#\S*)?")


def _pasted(text: str, state: PageState) -> PageState:
    """A board, a game as text, or an address of this page, with or without the server's name."""
    address = _ADDRESS.fullmatch(text.strip())
    if address is not None:
        return read_state(dict(parse_qsl(address.group(1))))
    return read_pasted(text, state)


def _wrong(request: Request, name: str, error: NoughtsError, query: Mapping[str, str], analyst: Analyst) -> Response:
    """The page with what is wrong said on it, and a way on."""
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
    return _page(request, name, view, status=400, error=said(error), pasted=pasted, lenient=lenient, examples=shown)
