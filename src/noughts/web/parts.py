"""The parts of a page that take longer: the search tree and the race, made by workers; and the page about the API."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from .. import language
from ..errors import NotationError, NoughtsError
from ..games import position
from ..games.notation.symbols import shown
from ..language import _, speaking
from . import spoken
from .analyst import Latest
from .page_state import LONGEST_TEXT, read_game
from .pages import language_of, settings, templates
from .worker import ALGORITHMS
from .workers import Busy, WorkerProcesses

_KEPT = 200
_CACHED = {"cache-control": "max-age=86400"}


def router(workers: WorkerProcesses) -> APIRouter:
    parts = APIRouter(include_in_schema=False)
    drawings: Latest[str, Any] = Latest(_KEPT)

    async def ask(kind: str, request: Request, **more: str) -> Any:
        """What a worker makes of the position in the address; the latest are kept."""
        query = request.query_params
        text = query.get("position")
        if text is not None and len(text) > LONGEST_TEXT:
            raise NotationError(f"position: at most {LONGEST_TEXT:,} characters are read")
        rules = read_game(query.get("game", "tictactoe"))
        start = rules.start() if text is None else position(rules, text, lenient=True)
        if start.outcome is not None:
            raise NotationError(f"the game is over: {start.outcome.summary}")
        question = {"kind": kind, "game": rules.name, "position": start.text, "language": language.current(), **more}
        key = json.dumps(question, sort_keys=True)
        drawing = drawings.get(key)
        return drawing if drawing is not None else drawings.put(key, await workers.ask(question))

    @parts.get("/race")
    async def race(request: Request) -> Response:
        with speaking(language_of(request)):
            try:
                drawing = await ask("race", request)
            except NoughtsError as error:
                return _refusal(error)
        return HTMLResponse(f'{drawing["picture"]}<div class="laps">{drawing["list"]}</div>')

    @parts.get("/tree")
    async def tree(request: Request) -> Response:
        with speaking(language_of(request)):
            try:
                algorithm = request.query_params.get("algorithm", "alphabeta")
                if algorithm not in ALGORITHMS:
                    raise NotationError(f"algorithm: expected {' or '.join(ALGORITHMS)}, found {shown(algorithm)}")
                drawing = await ask("tree", request, algorithm=algorithm)
            except NoughtsError as error:
                return _refusal(error)
            theme = request.query_params.get("theme", "")
            context = {**settings(request), **drawing, "markup": Markup, "spoken": spoken}
            if theme in ("light", "dark"):
                context["theme"] = theme
            data = json.dumps(drawing["data"], ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
            return HTMLResponse(templates.get_template("tree.html").render(context, data=data))

    @parts.get("/tree.{kind}")
    async def tree_asset(kind: str) -> Response:
        media = {"js": "text/javascript", "css": "text/css"}
        if kind not in media:
            return Response(status_code=404)
        asset = resources.files("noughts.explain").joinpath("assets", f"tree_page.{kind}")
        return Response(asset.read_bytes(), media_type=media[kind], headers=_CACHED)

    @parts.get("/api")
    async def about_api(request: Request) -> Response:
        with speaking(language_of(request)):
            schema = request.app.openapi()
            context = {**settings(request), "schema": schema, "origin": str(request.base_url).rstrip("/")}
            return HTMLResponse(templates.get_template("api.html").render(context))

    return parts


def _refusal(error: NoughtsError) -> Response:
    template = templates.get_template("refusal.html")
    title = _("Too much at once") if isinstance(error, Busy) else _("This cannot be drawn")
    text = template.render(title=title, message=str(error), language=language.current())
    return HTMLResponse(text, 429 if isinstance(error, Busy) else 400)
