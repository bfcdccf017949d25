"""The server under load: bounded caches and memory, work that nobody waits for, files, addresses that lead nowhere."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from noughts.errors import NoughtsError
from noughts.games import Ranking, game
from noughts.web import worker
from noughts.web.analyst import Analyst
from noughts.web.app import create_app
from noughts.web.assets import ASSETS
from noughts.web.budget import Budget, read_memory
from noughts.web.cache import OVERHEAD, Cache
from noughts.web.drawings import _while_wanted
from noughts.web.jobs import Job, Jobs
from noughts.web.limits import Rate
from noughts.web.static_files import VERSION
from noughts.web.workers import WorkerProcesses
from web.test_workers import LONG, run

OPEN = Rate(1e9, 10**9)


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(frozenset(), rate=OPEN, job_rate=OPEN)) as opened:
        yield opened


def test_a_cache_is_bounded_by_bytes() -> None:
    cache: Cache[int, str] = Cache(10 * (1000 + OVERHEAD), len)
    for number in range(100):
        cache.put(number, "x" * 1000)
        assert cache.bytes <= cache.most
    assert len(cache) == 10
    assert cache.get(99) is not None and cache.get(0) is None
    cache.get(90)
    cache.put(100, "x" * 1000)
    assert cache.get(90) is not None and cache.get(91) is None  # the one used longest ago made room
    cache.put(101, "x" * 100_000)  # what does not fit at all drives nobody out
    assert cache.get(101) is None and len(cache) == 10
    cache.put(90, "")
    assert cache.bytes == 9 * (1000 + OVERHEAD) + OVERHEAD


def test_the_memory_of_the_server_is_shared_out() -> None:
    for total in (512 << 20, 2 << 30):
        budget = Budget(total)
        kept = budget.tables + 2 * budget.answers + budget.reasons + budget.pages + budget.drawings
        assert 4 * budget.worker(4) + kept < total
        assert budget.worker(4) >= 64 << 20
    assert read_memory("512M") == 512 << 20
    assert read_memory("1.5 GB") == 3 << 29
    for wrong in ("10M", "much", "-1G", "2T", ""):
        with pytest.raises(NoughtsError, match="memory: expected at least 512M"):
            read_memory(wrong)


@pytest.mark.slow
def test_a_tree_of_60_000_nodes_costs_little_more_than_its_search() -> None:
    question = {"game": "4,4,4", "position": "____/____/____/____ X", "algorithm": "minimax"}
    began = time.process_time()
    drawing = worker.tree(question)
    taken = time.process_time() - began
    assert drawing["stopped"] >= worker.TREE_NODES
    assert taken < 8  # 23 s before, 1 s on a quiet machine


@pytest.mark.slow
def test_a_tree_that_does_not_finish_says_so_and_offers_a_smaller_position(client: TestClient) -> None:
    page = client.get("/tree?game=4,4,4&algorithm=minimax").text
    assert '<span id="algorithm">minimax</span>' in page
    assert "Stopped after 60," in page
    assert "/understand?game=4,4,4&amp;from=" in page
    small = worker.smaller(game("4,4,4").start())
    assert small.outcome is None and small.board.count(0) <= worker.FEW
    finished = client.get("/tree?game=tictactoe&position=XOX/O__/___+X").text
    assert "Stopped after" not in finished
    assert '<span id="algorithm">alpha-beta</span>' in finished


class GoneRequest:
    """Of somebody who has left."""

    async def is_disconnected(self) -> bool:
        return True


def test_what_a_client_has_given_up_is_stopped() -> None:
    async def ask() -> None:
        workers = WorkerProcesses(1, 1, 600)
        try:
            with pytest.raises(NoughtsError, match="the request was cancelled"):
                await _while_wanted(GoneRequest(), workers.ask(LONG))  # type: ignore[arg-type]
            await asyncio.sleep(0.1)
            assert not workers._working and not workers._idle
        finally:
            await workers.close()

    run(ask())


def test_a_job_that_nobody_watches_any_more_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.web.jobs._RETURNS", 0.05)

    async def watch() -> None:
        workers = WorkerProcesses(1, 1, 600)
        jobs = Jobs(workers, Analyst(), 2)
        try:
            job: Job = jobs.start(game("8,8,5").start(), Ranking.QUICKEST, 60)
            events = jobs.watch(job)
            assert (await anext(events))[0] == "progress"
            await asyncio.sleep(0.2)
            assert job.state == "running"
            await events.aclose()  # type: ignore[attr-defined]
            until = time.monotonic() + 30
            while job.state == "running" and time.monotonic() < until:
                await asyncio.sleep(0.05)
            assert job.state == "stopped"
        finally:
            await jobs.close()
            await workers.close()

    run(watch())


@pytest.mark.slow
def test_a_large_board_does_not_delay_a_small_one() -> None:
    analyst = Analyst(seconds=5)
    with analyst._large:  # the turn of a search that does not end
        assert analyst.assess(game("tictactoe").start()).value is not None
        waited = analyst.assess(game("8,8,5").start().play("4 4"))  # another large one is told what is certain
        assert waited.value is None


def test_what_is_said_is_in_the_language_of_whoever_asks(client: TestClient) -> None:
    path = "/play?game=7,7,5&values=1"
    said = [client.get(path, headers={"accept-language": code}).text for code in ("en", "bg", "en", "mn")]
    assert "By the proof of 7,7,5" in said[0] and "By the proof of 7,7,5" in said[2]
    assert "By the proof of 7,7,5" not in said[1] + said[3]


def test_static_files_are_kept_for_a_year_and_compressed(client: TestClient) -> None:
    page = client.get("/").text
    assert f"/static/{VERSION}/app.js" in page
    assert "?v=" not in page
    for name, asset in ASSETS.items():
        answer = client.get(f"/static/{VERSION}/{name}")
        assert answer.status_code == 200
        assert "max-age=31536000" in answer.headers["cache-control"] and "immutable" in answer.headers["cache-control"]
        assert answer.content == asset.body
        if asset.packed is not None:
            assert answer.headers["content-encoding"] == "gzip"
            assert gzip.decompress(asset.packed) == asset.body
        plain = client.get(f"/static/{name}", headers={"accept-encoding": "identity"})
        assert plain.content == asset.body
        assert plain.headers["cache-control"] == "no-cache"
        again = client.get(f"/static/{name}", headers={"if-none-match": plain.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert ASSETS["noughts.css"].packed is not None
    assert len(ASSETS["noughts.css"].packed) < len(ASSETS["noughts.css"].body) / 2


@pytest.mark.parametrize(
    "path", ["/", "/play?game=4,4,3", "/understand", f"/static/{VERSION}/app.js", "/api/games", "/no"]
)
def test_head_is_answered_as_get_is_without_a_body(client: TestClient, path: str) -> None:
    full, head = client.get(path), client.head(path)
    assert head.status_code == full.status_code
    assert head.content == b""
    assert head.headers["content-type"] == full.headers["content-type"]
    assert head.headers["content-length"] == full.headers["content-length"]


def test_an_address_that_leads_nowhere_has_a_page(client: TestClient) -> None:
    answer = client.get("/nowhere", headers={"accept-language": "bg"})
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert "Няма такава страница" in answer.text
    assert 'href="/play"' in answer.text
    program: dict[str, Any] = client.get("/api/nowhere").json()
    assert program["error"] == "refused"
