"""The application: pages, drawings and the API, with the same guard around all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException as AnyHTTPException

from .. import __version__
from ..errors import NoughtsError
from ..language import said, speaking, translated
from . import api, assets, drawings, pages
from .analyst import Analyst
from .budget import Budget
from .jobs import SECONDS, Jobs
from .limits import Guard, Rate
from .workers import Busy, WorkerProcesses

LOCAL = frozenset({"127.0.0.1", "localhost", "::1"})
SOLVES, SOLVES_WAITING = 2, 8
THREADS = 6
# Solves that one address may start a second, and at once. A page starts one when it has rested for 0.3 s, so whoever
# plays as fast as that is never refused.
JOBS_A_SECOND, JOBS_AT_ONCE = 4, 30
DRAWERS, DRAWERS_WAITING, DRAWERS_SECONDS = 2, 24, 60.0


def create_app(
    hosts: frozenset[str] = LOCAL,
    *,
    rate: Rate | None = None,
    job_rate: Rate | None = None,
    budget: Budget | None = None,
    analyst: Analyst | None = None,
) -> Guard:
    """The application. It answers only for the `hosts` named; with none, for any."""
    budget = budget or Budget()
    analyst = analyst or Analyst(budget=budget)
    memory = budget.worker(SOLVES + DRAWERS)
    # Trees and races are short and have processes of their own, so that no long solve can keep them waiting.
    solvers = WorkerProcesses(SOLVES, SOLVES_WAITING, SECONDS, memory, niceness=10)
    drawers = WorkerProcesses(DRAWERS, DRAWERS_WAITING, DRAWERS_SECONDS, memory, niceness=2)
    jobs = Jobs(solvers, analyst, SOLVES + SOLVES_WAITING)

    async def close() -> None:
        await jobs.close()
        await solvers.close()
        await drawers.close()

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        # Writing a page is work for one core: many threads at it would only keep each other waiting.
        current_default_thread_limiter().total_tokens = THREADS
        yield
        await close()

    app = FastAPI(
        title="noughts",
        version=__version__,
        description="Perfect play for the tic-tac-toe family.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    app.add_exception_handler(NoughtsError, _bad_input)
    app.add_exception_handler(RequestValidationError, _bad_parameter)
    app.add_exception_handler(AnyHTTPException, _refused)
    app.include_router(pages.router(analyst, budget.pages))
    app.include_router(drawings.router(drawers, budget.drawings))
    app.include_router(api.router(analyst, jobs, job_rate or Rate(JOBS_A_SECOND, JOBS_AT_ONCE)))
    app.include_router(assets.router())
    return Guard(app, hosts, rate or Rate(300, 600), close)


async def _bad_input(request: Request, error: Exception) -> Response:
    assert isinstance(error, NoughtsError)
    is_busy = isinstance(error, Busy)
    # The page shows the message; a program that asks for no language gets English.
    with speaking(pages.language_of(request)):
        content = {"error": "busy" if is_busy else "bad_input", "message": said(error)}
    return JSONResponse(content, 429 if is_busy else 400, {"retry-after": "2"} if is_busy else None)


async def _bad_parameter(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return JSONResponse({"error": "bad_parameter", "message": f"{where}: {first['msg']}"}, 422)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, AnyHTTPException)
    if error.status_code == 404 and not request.url.path.startswith("/api/"):
        return pages.missing(request)
    detail = error.detail
    if not (isinstance(error, HTTPException) and isinstance(detail, dict)):
        return JSONResponse({"error": "refused", "message": str(detail)}, error.status_code, error.headers)
    with speaking(pages.language_of(request)):
        content = {**detail, "message": translated(detail["message"])}
    return JSONResponse(content, error.status_code, error.headers)
