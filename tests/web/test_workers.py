"""Workers: processes that answer, tell how far they are, and are ended when asked or late."""

from __future__ import annotations

import asyncio
import os
from asyncio.subprocess import Process
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tiers import needs_core

from noughts.engine.core import Core
from noughts.errors import NoughtsError
from noughts.games import Game, position
from noughts.web import worker
from noughts.web.worker_solutions import solution_of
from noughts.web.workers import Busy, WorkerProcesses

LONG = {"kind": "solve", "game": "5,5,4+misere", "position": "_____/_____/_____/_____/_____ X", "seconds": 600}
SHORT = {"kind": "solve", "game": "tictactoe", "position": "XX_/OO_/___ X", "seconds": 10}


def run(work: Coroutine[Any, Any, None]) -> None:
    """In a thread of its own: a browser that other tests have open runs its loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result(timeout=300)


def test_a_worker_answers_again_and_again() -> None:
    async def ask() -> None:
        workers = WorkerProcesses(1, 1, 60)
        try:
            first = await workers.ask(SHORT)
            (process,) = workers._idle
            second = await workers.ask(SHORT)
            assert first["best"] == second["best"] == [{"row": 1, "col": 3, "mark": "X"}]
            assert workers._idle == [process]
            with pytest.raises(NoughtsError, match="no game is called"):
                await workers.ask({**SHORT, "game": "nothing"})
            assert workers._idle == [process]
        finally:
            await workers.close()

    run(ask())


@needs_core
def test_threads_have_room_in_the_memory_of_a_worker() -> None:
    """More than the nodes that one thread spends alone, and the values that one thread finds."""
    start = position("connect4", "4444432235")

    async def ask() -> None:
        workers = WorkerProcesses(1, 1, 60)
        try:
            asked = {"kind": "solve", "game": "connect4", "position": start.text, "seconds": 60}
            found = solution_of(await workers.ask(asked), start)
            assert (found.engine, found.value) == ("core", Core(start.game).value(start))
            assert found.cost.nodes > 100_000
        finally:
            await workers.close()

    run(ask())


@needs_core
def test_a_worker_solves_with_its_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = list[int]()

    class Noted(Core):
        def __init__(self, rules: Game, **given: int) -> None:
            threads.append(given["threads"])
            super().__init__(rules, **given)

    monkeypatch.setattr("noughts.solver.Core", Noted)
    monkeypatch.setattr(worker, "THREADS", 2)
    worker._solver.cache_clear()
    worker.solve({"game": "4,4,4+drop", "position": "____/____/____/____ X", "seconds": 10})
    worker._solver.cache_clear()
    assert threads == [2]


def test_to_stop_is_to_end_the_process() -> None:
    async def ask() -> None:
        workers, told = WorkerProcesses(1, 1, 600), asyncio.Event()
        try:
            task = asyncio.create_task(workers.ask(LONG, lambda _progress: told.set()))
            await asyncio.wait_for(told.wait(), 60)
            (process,) = workers._working
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await asyncio.wait_for(process.wait(), 60) < 0
            assert (await workers.ask(SHORT))["result"] == "win"  # another takes its place
        finally:
            await workers.close()

    run(ask())


def test_a_worker_is_killed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who kills it again may find that it has ended, before asyncio does, which then complains of an unknown child."""
    killed, kill = list[int](), Process.kill

    def noted(process: Process) -> None:
        killed.append(process.pid)
        kill(process)

    async def ask() -> None:
        workers, told = WorkerProcesses(1, 1, 600), asyncio.Event()
        task = asyncio.create_task(workers.ask(LONG, lambda _progress: told.set()))
        await asyncio.wait_for(told.wait(), 60)
        closing = asyncio.create_task(workers.close())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await closing

    monkeypatch.setattr(Process, "kill", noted)
    run(ask())
    assert len(killed) == 1


@pytest.mark.slow
def test_what_takes_too_long_is_ended_and_what_is_too_much_is_refused() -> None:
    async def ask() -> None:
        workers = WorkerProcesses(1, 0, 0.1)
        try:
            task: asyncio.Task[Any] = asyncio.create_task(workers.ask(LONG))
            await asyncio.sleep(0)
            with pytest.raises(Busy):
                await workers.ask(SHORT)
            with pytest.raises(NoughtsError, match="longer than"):
                await task
            assert not workers._idle and not workers._working
        finally:
            await workers.close()

    run(ask())


@pytest.mark.parametrize("niceness", [0, 5])
def test_a_worker_gives_way_from_its_beginning(niceness: int) -> None:
    async def ask() -> None:
        workers = WorkerProcesses(1, 1, 60, niceness=niceness)
        try:
            await workers.ask(SHORT)
            (process,) = workers._idle
            assert os.getpriority(os.PRIO_PROCESS, process.pid) == os.getpriority(os.PRIO_PROCESS, 0) + niceness
        finally:
            await workers.close()

    run(ask())


def test_nobody_waits_while_a_worker_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code that runs between fork and exec keeps the whole server waiting for a process of low priority."""
    given: dict[str, Any] = {}

    async def start(*command: str, **how: Any) -> None:
        given.update(how, command=command)
        raise RuntimeError("not started")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    with pytest.raises(RuntimeError, match="not started"):
        run(WorkerProcesses(1, 1, 60, niceness=5).ask(SHORT))
    assert "preexec_fn" not in given
    assert "-n" in given["command"]
