"""The routes of the pages, and what a request says about who asks."""

from __future__ import annotations

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from .. import language
from ..errors import NoughtsError
from ..language import LANGUAGES, speaking
from . import rendering
from .analyst import SMALL, Analyst
from .cache import Cache
from .page_state import read_game
from .rendering import Asked, Page, Written, render, templates

LARGE_THREADS = 2
FRAGMENT = "x-fragment"  # the header with which the script asks for a piece of a page
_VARY = {"vary": "X-Fragment, Cookie, Accept-Language"}


def router(analyst: Analyst, kept: int) -> APIRouter:
    pages = APIRouter(include_in_schema=False)
    written: Written = Cache(kept, len)
    many: list[CapacityLimiter] = []  # threads for large boards, made when the server runs

    @pages.get("/")
    @pages.get("/play")
    @pages.get("/understand")
    @pages.get("/games")
    async def page(request: Request) -> Response:
        """Large boards have threads of their own, so that those who play on small ones do not wait behind them."""
        if not many:
            many.append(CapacityLimiter(LARGE_THREADS))
        limiter = many[0] if _is_large(request.query_params.get("game", "")) else None
        return await to_thread.run_sync(_answer, request, analyst, written, limiter=limiter)

    @pages.get("/api")
    async def about_api(request: Request) -> Response:
        asked = asked_of(request)
        with speaking(asked.language):
            schema, origin = request.app.openapi(), str(request.base_url).rstrip("/")
            context = {**asked.settings(), "schema": schema, "origin": origin}
            return HTMLResponse(templates.get_template("api.html").render(context))

    return pages


def missing(request: Request) -> Response:
    """The page of an address that leads nowhere."""
    return _response(rendering.missing(asked_of(request)))


def language_of(request: Request) -> str:
    """What the person chose on the page, otherwise what the browser asks for."""
    chosen = request.cookies.get("language", "")
    return chosen if chosen in LANGUAGES else language.of_browser(request.headers.get("accept-language", ""))


def asked_of(request: Request) -> Asked:
    """The address, and how the page is to look."""
    theme, fragment = request.cookies.get("theme", ""), request.headers.get(FRAGMENT, "")
    return Asked(request.url.path, dict(request.query_params), language_of(request), theme, fragment)


def _answer(request: Request, analyst: Analyst, written: Written) -> Response:
    return _response(render(asked_of(request), analyst, written))


def _response(page: Page) -> Response:
    if page.location:
        return RedirectResponse(page.location, page.status)
    return HTMLResponse(page.text, page.status, _VARY)


def _is_large(name: str) -> bool:
    try:
        return bool(name) and read_game(name).cells > SMALL
    except NoughtsError:  # the page will say what is wrong
        return False
