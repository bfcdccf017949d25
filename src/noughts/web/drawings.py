"""Drawings that take longer, made by workers: the search tree, the race, and the proof of a move."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from markupsafe import Markup

from .. import language
from ..errors import NotationError, NoughtsError, either
from ..games import position
from ..games.notation.symbols import shown
from ..language import _, said, speaking
from ..proofs.move_bounds import has_provers
from . import spoken
from .boards import layouts
from .cache import Cache
from .page_state import LONGEST_TEXT, read_game
from .pages import asked_of, language_of
from .rendering import templates
from .worker import ALGORITHMS
from .workers import Busy, WorkerProcesses

_LOOKS = 0.25  # seconds between two looks whether anybody still waits


def router(workers: WorkerProcesses, kept: int) -> APIRouter:
    drawn = APIRouter(include_in_schema=False)
    drawings: Cache[str, Any] = Cache(kept, _size)

    async def ask(kind: str, request: Request, **more: str) -> Any:
        """What a worker makes of the position in the address; the latest are kept."""
        query = request.query_params
        text = query.get("position")
        if text is not None and len(text) > LONGEST_TEXT:
            raise NotationError(
                "{where}: {count} characters are too many; at most {most} are read",
                where="position",
                count=f"{len(text):,}",
                most=f"{LONGEST_TEXT:,}",
            )
        rules = read_game(query.get("game", "tictactoe"))
        start = rules.start() if text is None else position(rules, text, lenient=True)
        if start.outcome is not None:
            raise NotationError("the game is over: {how}", how=start.outcome.summary)
        question = {"kind": kind, "game": rules.name, "position": start.text, "language": language.current(), **more}
        key = json.dumps(question, sort_keys=True)
        drawing = drawings.get(key)
        if drawing is None:
            drawing = drawings.put(key, await _while_wanted(request, workers.ask(question)))
        return drawing

    @drawn.get("/race")
    async def race(request: Request) -> Response:
        with speaking(language_of(request)):
            try:
                drawing = await ask("race", request)
            except NoughtsError as error:
                return _refusal(error)
        return HTMLResponse(f'{drawing["picture"]}<div class="laps">{drawing["list"]}</div>')

    @drawn.get("/tree")
    async def tree(request: Request) -> Response:
        with speaking(language_of(request)):
            try:
                algorithm = request.query_params.get("algorithm", "alphabeta")
                if algorithm not in ALGORITHMS:
                    raise NotationError(
                        "{where}: expected {expected}, found {found}",
                        where="algorithm",
                        expected=either(ALGORITHMS),
                        found=shown(algorithm),
                    )
                drawing = await ask("tree", request, algorithm=algorithm)
            except NoughtsError as error:
                return _refusal(error)
            theme = request.query_params.get("theme", "")
            context = {**asked_of(request).settings(), **drawing, "markup": Markup, "spoken": spoken}
            there = {"game": request.query_params.get("game", "tictactoe"), "from": drawing["smaller"]}
            context["smaller"] = urlencode(there, safe=",/:.-_")
            if theme in ("light", "dark"):
                context["theme"] = theme
            data = json.dumps(drawing["data"], ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
            return HTMLResponse(templates.get_template("tree.html").render(context, data=data))

    @drawn.get("/proof")
    async def proof(request: Request) -> Response:
        with speaking(language_of(request)):
            cell, rules = request.query_params.get("cell", ""), read_game(request.query_params.get("game", ""))
            if not has_provers(rules) or not (cell.isascii() and cell.isdigit() and int(cell[:3]) < rules.cells):
                raise NotationError(
                    "{where}: expected a number from 0 to {most}, found {found}",
                    where="cell",
                    most=rules.cells - 1,
                    found=shown(cell),
                )
            layout = request.query_params.get("layout", "0")
            if layout not in map(str, (0, *layouts(rules, in_a_row=True))):
                raise NotationError(
                    "{where}: expected {expected}, found {found}",
                    where="layout",
                    expected=either(map(str, (0, *layouts(rules, in_a_row=True)))),
                    found=shown(layout),
                )
            drawing = await ask("proof", request, cell=cell, layout=layout)
        return JSONResponse(
            drawing, headers={"vary": "Cookie, Accept-Language", "cache-control": "private, max-age=600"}
        )

    return drawn


async def _while_wanted(request: Request, work: Coroutine[Any, Any, Any]) -> Any:
    """What the work comes to; it is stopped when whoever asked for it has gone."""
    task = asyncio.ensure_future(work)
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=_LOOKS)
            if not task.done() and await request.is_disconnected():
                raise NoughtsError("the request was cancelled")
        return task.result()
    finally:
        task.cancel()


def _size(drawing: dict[str, Any]) -> int:
    """About how many bytes a drawing takes: its texts, and data that is written as text when it is asked for."""
    return sum(len(part) if isinstance(part, str) else 4 * len(json.dumps(part)) for part in drawing.values())


def _refusal(error: NoughtsError) -> Response:
    template = templates.get_template("refusal.html")
    title = _("Too much at once") if isinstance(error, Busy) else _("This cannot be drawn")
    text = template.render(title=title, message=said(error), language=language.current())
    return HTMLResponse(text, 429 if isinstance(error, Busy) else 400)
