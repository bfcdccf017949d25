"""Long solves: each is a job that can be watched and stopped. Nothing is kept about who asked."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from ..errors import NoughtsError
from ..games import Position, Ranking
from ..language import current, said, speaking
from .analyst import Analyst
from .worker_solutions import solution_of
from .workers import Busy, WorkerProcesses

SECONDS = 30.0
_KEPT, _KEPT_SECONDS = 200, 600.0
_HEARTBEAT = 10.0
_RETURNS = 5.0  # seconds in which whoever lost the connection may come back


@dataclass
class Job:
    """A question to a worker. `state` is running, done, failed or stopped."""

    id: str
    position: Position
    ranking: Ranking
    seconds: float
    language: str = "en"
    state: str = "running"
    progress: dict[str, Any] = field(default_factory=lambda: {"nodes": 0, "seconds": 0.0, "done": 0, "total": 0})
    solution: dict[str, Any] | None = None
    message: str = ""
    task: asyncio.Task[None] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    watchers: int = 0
    since: float = field(default_factory=time.monotonic)

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "state": self.state,
            "game": self.position.game.name,
            "position": self.position.text,
            "limit": self.seconds,
            "progress": self.progress,
            "solution": self.solution,
            "message": self.message,
        }

    def update(self) -> None:
        """Wakes whoever watches."""
        self.changed.set()
        self.changed = asyncio.Event()


class Jobs:
    """Every job that runs, and the latest that have ended."""

    def __init__(self, workers: WorkerProcesses, analyst: Analyst, at_once: int) -> None:
        self.workers = workers
        self.analyst = analyst
        self.at_once = at_once
        self._jobs: dict[str, Job] = {}
        self._is_closed = False

    def start(self, position: Position, ranking: Ranking, seconds: float) -> Job:
        running = sum(job.state == "running" for job in self._jobs.values())
        if running >= self.at_once:
            raise Busy("{count} solves are running or waiting already; try again in a moment", count=running)
        self._forget()
        job = Job(secrets.token_urlsafe(12), position, ranking, seconds, current())
        self._jobs[job.id] = job
        job.task = asyncio.create_task(self._run(job))
        return job

    def get(self, name: str) -> Job | None:
        return self._jobs.get(name)

    def stop(self, job: Job) -> None:
        if job.state == "running" and job.task is not None:
            job.state = "stopped"
            job.task.cancel()
            job.update()

    async def watch(self, job: Job) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        """What happens, as it happens: `progress`, and `end` once; now and then nothing, to keep the line open.

        When the server ends, there is no `end`: a page takes that for a lost connection, and goes on when it is back.
        """
        job.watchers += 1
        try:
            while job.state == "running":
                changed = job.changed
                yield "progress", job.progress
                try:
                    await asyncio.wait_for(changed.wait(), _HEARTBEAT)
                except asyncio.TimeoutError:
                    continue
            if not self._is_closed:
                yield "end", job.as_json()
        finally:
            job.watchers -= 1
            asyncio.get_running_loop().call_later(_RETURNS, self._stop_unwatched, job)

    def _stop_unwatched(self, job: Job) -> None:
        """Stops what somebody watched and nobody watches any more."""
        if not job.watchers:
            self.stop(job)

    async def close(self) -> None:
        self._is_closed = True
        for job in self._jobs.values():
            self.stop(job)

    async def _run(self, job: Job) -> None:
        def tell(progress: dict[str, Any]) -> None:
            job.progress = progress
            job.update()

        question = {
            "kind": "solve",
            "game": job.position.game.name,
            "position": job.position.text,
            "ranking": str(job.ranking),
            "seconds": job.seconds,
            "language": job.language,
        }
        try:
            job.solution = await self.workers.ask(question, tell)
            with speaking(job.language):
                self.analyst.keep(solution_of(job.solution, job.position), job.seconds)
            job.state = "done"
        except NoughtsError as error:
            with speaking(job.language):
                job.state, job.message = "failed", said(error)
        finally:
            job.since = time.monotonic()
            job.update()

    def _forget(self) -> None:
        """What ended long ago, or too long ago for so many."""
        now = time.monotonic()
        ended = [job for job in self._jobs.values() if job.state != "running"]
        old = {job.id for job in ended if now - job.since > _KEPT_SECONDS}
        old |= {job.id for job in ended[: max(0, len(ended) - _KEPT)]}
        self._jobs = {name: job for name, job in self._jobs.items() if name not in old}
