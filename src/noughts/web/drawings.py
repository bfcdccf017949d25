"""Drawings that take longer, made by workers: the search tree, the race, and the proof of a move."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from ..errors import NoughtsError
from ..language import _, speaking
from .cache import Cache
from .drawing_pages import question, race_page, refusal, tree_page
from .pages import asked_of, language_of
from .workers import Busy, WorkerProcesses

_LOOKS = 0.25  # seconds between two looks whether anybody still waits


def router(workers: WorkerProcesses, kept: int) -> APIRouter:
    drawn = APIRouter(include_in_schema=False)
    drawings: Cache[str, Any] = Cache(kept, _size)

    async def ask(kind: str, request: Request) -> Any:
        """What a worker makes of the position in the address; the latest are kept."""
        asked = question(kind, request.query_params)
        key = json.dumps(asked, sort_keys=True)
        drawing = drawings.get(key)
        if drawing is None:
            drawing = drawings.put(key, await _while_wanted(request, workers.ask(asked)))
        return drawing

    @drawn.get("/race")
    async def race(request: Request) -> Response:
        with speaking(language_of(request)):
            try:
                return HTMLResponse(race_page(await ask("race", request)))
            except NoughtsError as error:
                return _refusal(error)

    @drawn.get("/tree")
    async def tree(request: Request) -> Response:
        with speaking(language_of(request)):
            try:
                return HTMLResponse(tree_page(await ask("tree", request), asked_of(request)))
            except NoughtsError as error:
                return _refusal(error)

    @drawn.get("/proof")
    async def proof(request: Request) -> Response:
        with speaking(language_of(request)):
            drawing = await ask("proof", request)
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
    is_busy = isinstance(error, Busy)
    return HTMLResponse(refusal(error, _("Too much at once") if is_busy else ""), 429 if is_busy else 400)
