"""JSON for programs, under `/api`: the same fields as `noughts solve --json`."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import BaseModel, Field

from ..agents import Perfect
from ..errors import Message, SearchStopped
from ..explain.board_picture import board_svg, solution_svg
from ..explain.report import move_json, reason_json, solution_json
from ..games import EXAMPLES, Position, Ranking, position
from ..language import speaking
from ..search import Solution, Source
from .analyst import Analyst
from .jobs import SECONDS, Jobs
from .limits import Rate
from .opponents import reply
from .page_state import LONGEST_TEXT, PageState, levels, read_game
from .pages import language_of


class Problem(BaseModel):
    """What is wrong, in a word for programs and a sentence for people."""

    error: str
    message: str


class MoveData(BaseModel):
    """A place, counted from 1, and the mark placed there; `layer` on 3-D boards."""

    layer: int | None = None
    row: int
    col: int
    mark: str | int


class ValuedMove(MoveData):
    """A move and what it is worth to the side to move."""

    result: Literal["win", "draw", "loss"]
    distance: int


class BoundedMove(MoveData):
    """A move and between which results its value lies, where the value itself is not known."""

    bounds: list[Literal["win", "draw", "loss"]]


class OutcomeData(BaseModel):
    """How a finished game ended."""

    winner: str | None
    line: list[dict[str, int]] | None


class SolutionData(BaseModel):
    """What perfect play gives: the fields of `noughts solve --json`."""

    game: str
    position: str
    to_move: str
    status: Literal["proven", "bounded", "unknown", "finished"]
    outcome: OutcomeData | None
    result: Literal["win", "draw", "loss"] | None
    distance: int | None
    bounds: list[Literal["win", "draw", "loss"]]
    source: Literal["rules", "table", "proof", "search"]
    because: str
    ranking: str
    best: list[MoveData]
    moves: list[ValuedMove]
    move_bounds: list[BoundedMove]
    line: list[MoveData]
    engine: str
    nodes: int
    seconds: float


class ReasonData(BaseModel):
    """Why a move is as good as it is."""

    move: MoveData
    kind: str
    result: Literal["win", "draw", "loss"] | None
    distance: int | None
    verdict: str | None
    sentence: str
    line: list[MoveData] | None


class ProgressData(BaseModel):
    """How far a search is."""

    nodes: int
    seconds: float
    done: int
    total: int


class JobData(BaseModel):
    """A long solve. `solution` is there when `state` is `done`; its status says whether it was solved."""

    id: str
    state: Literal["running", "done", "failed", "stopped"]
    game: str
    position: str
    limit: float
    progress: ProgressData
    solution: SolutionData | None
    message: str


class JobQuestion(BaseModel):
    """What is to be solved, and for how long at most."""

    game: str = Field(max_length=60, examples=["5,5,4"])
    position: str | None = Field(None, max_length=LONGEST_TEXT, examples=["X____/_____/_____/_____/_____ O"])
    ranking: Ranking = Ranking.QUICKEST
    lenient: bool = False
    seconds: float = Field(SECONDS, gt=0, le=SECONDS)


class GameData(BaseModel):
    """A game that has a name."""

    name: str
    about: str


GameName = Annotated[str, Query(max_length=60, description="A game: tictactoe, 4,4,3, t3, qubic, wild+misere, …")]
BoardText = Annotated[
    str | None, Query(max_length=LONGEST_TEXT, description="A position in any notation; without it, the empty board.")
]
Lenient = Annotated[bool, Query(description="Accept boards that no game leads to.")]
JobName = Annotated[str, Path(max_length=40)]

_PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "The game, the position or the move makes no sense."},
    413: {"model": Problem, "description": "The body is too large."},
    414: {"model": Problem, "description": "The address is too long."},
    422: {"model": Problem, "description": "A parameter is missing or not of its kind, or the position is too large."},
    429: {"model": Problem, "description": "Too many requests; wait as long as Retry-After says."},
}


def router(analyst: Analyst, jobs: Jobs, rate: Rate) -> APIRouter:
    api = APIRouter(prefix="/api", responses=_PROBLEMS)

    @api.get("/games")
    def games() -> list[GameData]:
        """The games by name."""
        return [GameData(name=name, about=about) for name, about in EXAMPLES.items()]

    @api.get("/solve")
    def solve(
        game: GameName = "tictactoe",
        position: BoardText = None,
        ranking: Ranking = Ranking.QUICKEST,
        lenient: Lenient = False,
    ) -> SolutionData:
        """Who wins, how soon, and what every move is worth; 422 `too_large` where that takes long: start a job then."""
        solution = analyst.solve(_position(game, position, lenient), ranking)
        _require_result(solution)
        return JSONResponse(solution_json(solution))  # type: ignore[return-value]

    @api.get("/explain")
    def explain(game: GameName = "tictactoe", position: BoardText = None, lenient: Lenient = False) -> list[ReasonData]:
        """For every move, why it is as good as it is."""
        solution = analyst.solve(_position(game, position, lenient))
        _require_result(solution)
        reasons = analyst.reasons(solution).values() if solution.moves else ()
        return JSONResponse([reason_json(reason) for reason in reasons])  # type: ignore[return-value]

    @api.get("/move")
    def move(
        game: GameName = "tictactoe",
        position: BoardText = None,
        opponent: Annotated[str, Query(max_length=20, description="perfect, or level-1, level-2, …")] = "perfect",
        lenient: Lenient = False,
    ) -> MoveData:
        """The move of an opponent."""
        start = _position(game, position, lenient)
        opponents = ["perfect", *(f"level-{depth}" for depth in levels(start.game))]
        if opponent not in opponents:
            raise _problem(
                400,
                "bad_input",
                Message(
                    "no opponent in {game} is called {name}; there are {names}",
                    game=start.game.name,
                    name=f"{opponent!r:.40}",
                    names=", ".join(opponents),
                ),
            )
        if start.outcome is not None:
            raise _problem(400, "bad_input", Message("the game is over: {how}", how=start.outcome.summary))
        if opponent == "perfect":
            try:
                chosen = Perfect(solve=analyst.solve).choose(start)
            except SearchStopped:
                raise _too_large() from None
        else:
            chosen = reply(PageState(start, side=start.game.opponent[start.to_move], opponent=opponent), analyst)
        return JSONResponse(move_json(chosen, start.game))  # type: ignore[return-value]

    @api.get("/board.svg", responses={200: {"content": {"image/svg+xml": {}}}}, response_class=Response)
    def board(
        game: GameName = "tictactoe",
        position: BoardText = None,
        values: Annotated[bool, Query(description="The value of every move on its cell.")] = False,
        lenient: Lenient = False,
    ) -> Response:
        """The picture of a position."""
        start = _position(game, position, lenient)
        drawn = solution_svg(analyst.solve(start)) if values else board_svg(start)
        return Response(drawn, media_type="image/svg+xml")

    @api.post("/jobs", status_code=202)
    async def start_job(question: JobQuestion, request: Request) -> JobData:
        """Starts a long solve in a process of its own."""
        who = request.client.host if request.client else ""
        if not rate.allows(who):
            raise _problem(
                429,
                "too_many",
                Message("more than {count} solves a second; wait a moment", count=f"{rate.a_second:g}"),
                {"retry-after": "2"},
            )
        start = _position(question.game, question.position, question.lenient)
        with speaking(language_of(request)):
            job = jobs.start(start, question.ranking, question.seconds)
        return JSONResponse(job.as_json(), 202)  # type: ignore[return-value]

    @api.get("/jobs/{job}", responses={404: {"model": Problem, "description": "There is no such job."}})
    async def see_job(job: JobName) -> JobData:
        """How far a job is, and what it found."""
        return JSONResponse(_job(jobs, job).as_json())  # type: ignore[return-value]

    @api.delete("/jobs/{job}", responses={404: {"model": Problem, "description": "There is no such job."}})
    async def stop_job(job: JobName) -> JobData:
        """Stops a job: its process is ended."""
        solve_job = _job(jobs, job)
        jobs.stop(solve_job)
        return JSONResponse(solve_job.as_json())  # type: ignore[return-value]

    @api.get(
        "/jobs/{job}/events",
        response_class=StreamingResponse,
        responses={
            200: {"content": {"text/event-stream": {}}},
            404: {"model": Problem, "description": "There is no such job."},
        },
    )
    async def watch_job(job: JobName) -> StreamingResponse:
        """Server-sent events: `progress` as the search goes on, and `end` with the job."""
        solve_job = _job(jobs, job)

        async def events() -> AsyncIterator[str]:
            async for name, data in jobs.watch(solve_job):
                yield f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"

        return StreamingResponse(events(), media_type="text/event-stream")

    return api


def _position(name: str, text: str | None, lenient: bool) -> Position:
    rules = read_game(name)
    return rules.start() if text is None else position(rules, text, lenient=lenient)


def _require_result(solution: Solution) -> None:
    """By a search, or by a proof, which may give a bound only."""
    if solution.value is None and solution.source is not Source.PROOF:
        raise _too_large()


def _too_large() -> HTTPException:
    message = Message("this position is too large to solve at once; POST it to /api/jobs, or run `noughts solve`")
    return _problem(422, "too_large", message)


def _job(jobs: Jobs, name: str) -> Any:
    job = jobs.get(name)
    if job is None:
        message = Message("there is no job {name}, or it ended long ago", name=f"{name!r:.40}")
        raise _problem(404, "no_such_job", message)
    return job


def _problem(status: int, name: str, message: str, headers: dict[str, str] | None = None) -> HTTPException:
    return HTTPException(status, {"error": name, "message": message}, headers)
