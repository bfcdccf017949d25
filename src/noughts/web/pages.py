"""The pages: play, understand, and their parts. Each is a function of its address."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, PackageLoader, select_autoescape
from markupsafe import Markup

from .. import language
from ..errors import IllegalMove, NoughtsError, UnreachablePosition
from ..explain import palette
from ..language import LANGUAGES, _, speaking
from . import fonts, icons, spoken
from .analyst import Analyst, Latest
from .games_menu import GamesView
from .opponents import reply
from .page_state import PageState, examples, read_moves, read_pasted, read_state
from .play_view import PlayView
from .understand_view import UnderstandView

STATIC = Path(__file__).with_name("static")
VERSION = sha256(b"".join(path.read_bytes() for path in sorted(STATIC.rglob("*.*")))).hexdigest()[:10]
VIEWS = {"play": PlayView, "understand": UnderstandView}

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


def stylesheet() -> str:
    """The colours, light and dark, and what each part of a picture wears."""
    light, dark = palette.tokens(palette.LIGHT), palette.tokens(palette.DARK)
    return (
        f":root{{color-scheme:light;{light}--sans:'Inter Variable',Inter,{palette.SANS};"
        f"--serif:'Lora Variable',Lora,{palette.SERIF}}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{dark}}}}}\n"
        f":root[data-theme=dark]{{color-scheme:dark;{dark}}}\n{palette.stylesheet('svg')}\n"
        f"{fonts.stylesheet(VERSION)}\n"
    )


def router(analyst: Analyst) -> APIRouter:
    pages = APIRouter(include_in_schema=False)

    @pages.get("/")
    def home(request: Request) -> Response:
        return _answer(request, "play", analyst)

    @pages.get("/play")
    def play(request: Request) -> Response:
        return _answer(request, "play", analyst)

    @pages.get("/understand")
    def understand(request: Request) -> Response:
        return _answer(request, "understand", analyst)

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
            if request.headers.get("x-part") == "games":
                return HTMLResponse(templates.get_template("games.html").render(view=view), headers=_VARY)
            return _page(request, "games", view)

    @pages.get("/colours.css")
    def colours() -> Response:
        return Response(stylesheet(), media_type="text/css", headers={"cache-control": "max-age=86400"})

    return pages


def language_of(request: Request) -> str:
    """What the person chose on the page, otherwise what the browser asks for."""
    chosen = request.cookies.get("language", "")
    return chosen if chosen in LANGUAGES else language.of_browser(request.headers.get("accept-language", ""))


def settings(request: Request) -> dict[str, Any]:
    theme = request.cookies.get("theme", "")
    return {"language": language.current(), "theme": theme if theme in ("light", "dark") else ""}


def _answer(request: Request, name: str, analyst: Analyst) -> Response:
    with speaking(language_of(request)):
        query = dict(request.query_params)
        try:
            state = _done(query, name, analyst)
        except NoughtsError as error:
            return _wrong(request, name, error, query, analyst)
        view = VIEWS[name](state, analyst)
        if ("do" in query or "paste" in query) and not _wants_part(request):
            return RedirectResponse(view.link(state), status_code=303)
        return _page(request, name, view)


def _wants_part(request: Request) -> bool:
    return request.headers.get("x-part") == "page"


def _page(request: Request, name: str, view: PlayView | GamesView, status: int = 200, **more: Any) -> Response:
    key = (name, view.link(view.state), language.current(), settings(request)["theme"], _wants_part(request))
    is_settled = status == 200 and not view.is_unknown  # what is not known may be known the next time
    if is_settled and (written := _written.get(key)) is not None:
        return HTMLResponse(written, headers=_VARY)
    context = {**settings(request), "name": name, "view": view, "state": view.state, "markup": Markup, **more}
    context |= {"spoken": spoken, "address": view.link(view.state)}
    context["games_address"] = GamesView(view.state, name if name in VIEWS else "play").link(view.state)
    query = view.state.query()
    words = (("play", _("Play")), ("understand", _("Understand")))
    context["tabs"] = [(one, word, f"/{one}?{query}" if query else f"/{one}") for one, word in words]
    template = "page.html" if _wants_part(request) else "base.html"
    text = templates.get_template(template).render(context)
    if is_settled:
        _written.put(key, text)
    return HTMLResponse(text, status_code=status, headers=_VARY)


# The latest pages: most people play the same openings.
_written: Latest[tuple[str, str, str, str, bool], str] = Latest(1500)
_VARY = {"vary": "X-Part, Cookie, Accept-Language"}


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
            raise IllegalMove(f"do: expected one move, found {query['do']!r:.40}")
        state = state.played(moves[0])
    elif not state.awaits_reply:
        raise IllegalMove("do: it is not the opponent's turn")
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
    view = VIEWS[name](state, analyst)
    pasted = query.get("paste", "")
    shown = examples(state.game) if pasted and not lenient else []
    return _page(request, name, view, status=400, error=str(error), pasted=pasted, lenient=lenient, examples=shown)
