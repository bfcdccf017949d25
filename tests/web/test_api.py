"""The API: the fields of `noughts solve --json`, long solves as jobs, limits, and whatever a hostile person sends."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import commands
import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings as hypothesis_settings
from schemathesis.checks import not_a_server_error
from starlette.testclient import TestClient

from noughts.web.app import JOBS_A_SECOND, JOBS_AT_ONCE, create_app
from noughts.web.limits import HEADERS, LARGEST_BODY, Rate
from web.serving import serving
from web.tabs import PATIENCE

OPEN = Rate(10_000, 10_000)


def by_command(*arguments: str) -> dict[str, Any]:
    done = commands.noughts("solve", *arguments, "--json")
    assert done.returncode == 0
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize(
    ("game", "board"), [("tictactoe", "XX_/OO_/___ X"), ("t3", "000/203/450 odd"), ("tictactoe", "XXX/OO_/___ O")]
)
def test_solve_has_the_fields_and_values_of_the_command(client: httpx.Client, game: str, board: str) -> None:
    answer = client.get("/api/solve", params={"game": game, "position": board})
    assert answer.status_code == 200
    ours, theirs = answer.json(), by_command(game, board)
    assert list(ours) == list(theirs)
    for key in set(theirs) - {"nodes", "seconds"}:
        assert ours[key] == theirs[key], key


def test_moves_reasons_and_pictures(client: httpx.Client) -> None:
    board = {"position": "XOX/O__/___ X"}
    assert client.get("/api/move", params=board).json() == {"row": 2, "col": 2, "mark": "X"}
    assert client.get("/api/explain", params=board).json()[0]["sentence"].startswith("Two threats at once")
    picture = client.get("/api/board.svg", params={**board, "values": "true"})
    assert picture.headers["content-type"] == "image/svg+xml" and ">W3<" in picture.text
    assert {game["name"] for game in client.get("/api/games").json()} >= {"tictactoe", "t3", "qubic"}


def test_the_page_about_the_api_names_every_path(client: httpx.Client) -> None:
    page = client.get("/api").text
    for path in client.get("/api/openapi.json").json()["paths"]:
        assert path in page


def test_every_answer_has_the_headers_and_no_page_has_inline_code(client: httpx.Client) -> None:
    for path in ("/", "/understand", "/api", "/tree", "/api/solve", "/static/app.js", "/nothing", "/?moves=9-9"):
        answer = client.get(path)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, path
        assert "set-cookie" not in answer.headers
        assert " style=" not in answer.text and "<style" not in answer.text and " onclick=" not in answer.text


def test_too_large_is_said_and_a_job_can_be_watched_and_stopped(client: httpx.Client) -> None:
    refusal = client.get("/api/solve", params={"game": "5,5,4+misere"})
    assert refusal.status_code == 422 and refusal.json()["error"] == "too_large"
    started = client.post("/api/jobs", json={"game": "5,5,4+misere", "seconds": 25})
    assert started.status_code == 202
    job = started.json()["id"]
    seen: list[str] = []
    with client.stream("GET", f"/api/jobs/{job}/events") as events:
        lines = events.iter_lines()
        for line in lines:
            if line.startswith("data:") and json.loads(line[5:]).get("nodes", 0) > 0:
                break
        # While it works, others are answered.
        for _ in range(20):
            assert httpx.get(f"{client.base_url}/api/solve", timeout=PATIENCE).status_code == 200
        assert httpx.delete(f"{client.base_url}/api/jobs/{job}", timeout=PATIENCE).json()["state"] == "stopped"
        seen += [line for line in lines if line]
    assert "event: end" in seen
    assert client.get(f"/api/jobs/{job}").json()["state"] == "stopped"
    assert client.get("/api/jobs/none").status_code == 404


def test_a_job_that_ends_has_the_solution(client: httpx.Client) -> None:
    job = client.post("/api/jobs", json={"game": "t3:4"}).json()["id"]
    with client.stream("GET", f"/api/jobs/{job}/events") as events:
        *_, last = (json.loads(line[5:]) for line in events.iter_lines() if line.startswith("data:"))
    assert last["state"] == "done"
    assert (last["solution"]["result"], last["solution"]["distance"]) == ("win", 7)


def test_a_job_ends_at_its_limit(client: httpx.Client) -> None:
    job = client.post("/api/jobs", json={"game": "8,8,5", "seconds": 0.3}).json()["id"]
    with client.stream("GET", f"/api/jobs/{job}/events") as events:
        *_, last = (json.loads(line[5:]) for line in events.iter_lines() if line.startswith("data:"))
    assert last["state"] == "done" and last["solution"]["status"] in ("unknown", "bounded")


def test_only_so_many_solves_at_once() -> None:
    with TestClient(create_app(frozenset(), rate=OPEN, job_rate=OPEN)) as client:
        answers = [client.post("/api/jobs", json={"game": "5,5,4+misere"}) for _ in range(14)]
        assert [answer.status_code for answer in answers] == [202] * 10 + [429] * 4
        assert answers[-1].json()["error"] == "busy" and "retry-after" in answers[-1].headers
        for answer in answers[:10]:
            client.delete(f"/api/jobs/{answer.json()['id']}")
        assert client.post("/api/jobs", json={"game": "5,5,4+misere", "seconds": 0.1}).status_code == 202


def test_who_plays_as_fast_as_a_page_searches_is_never_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page starts a search when it has rested for 0.3 s; a program that starts one every 0.05 s is refused."""
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    patient, hasty = Rate(JOBS_A_SECOND, JOBS_AT_ONCE), Rate(JOBS_A_SECOND, JOBS_AT_ONCE)
    for _ in range(500):
        now += 0.3
        assert patient.allows("one")
    refused = 0
    for _ in range(500):
        now += 0.05
        refused += not hasty.allows("one")
    assert refused > 300


def test_only_so_many_requests_and_no_other_name() -> None:
    with TestClient(create_app(frozenset({"testserver"}), rate=Rate(0.001, 3))) as client:
        codes = [client.get("/api/games").status_code for _ in range(5)]
        assert codes == [200, 200, 200, 429, 429]
    with TestClient(create_app()) as client:
        refused = client.get("/", headers={"host": "evil.example"})
        assert refused.status_code == 421 and "127.0.0.1" in refused.json()["message"]


HOSTILE = [
    "../../etc/passwd.toml", "/etc/hosts.TOML", "x.toml+misere", "999999999,1,1", "1,1,1" * 40, "t3:8,255,500", "t3:0",
    "-1,-1,-1", "tictactoe\x00", "<script>alert(1)</script>", "{{7*7}}", "cube:99", "🙂", "", "+misere", "1e9,1,1",
]  # fmt: skip
BOARDS = [
    "", "X", "XXX/XXX/XXX X", "[" * 3000, "(" * 3000, "'" * 100, "X__/___/___", "_" * 4001, "\x00", "X__/___/___ Z",
    "<svg onload=alert(1)>", "[[1,2],[3", "None", "TURN X", "+---+\n", "0" * 300, "🙂/🙂/🙂 X", "__import__('os')",
]  # fmt: skip


@pytest.mark.parametrize(
    "path", ["/api/solve", "/api/explain", "/api/move", "/api/board.svg", "/", "/understand", "/race"]
)
def test_hostile_games_and_boards_are_refused_in_a_sentence(client: httpx.Client, path: str) -> None:
    board = "from" if path in ("/", "/understand") else "position"
    for game in HOSTILE:
        answer = client.get(path, params={"game": game})
        assert answer.status_code in (400, 422), (game, answer.status_code)
        assert "Traceback" not in answer.text
        assert "<script>alert" not in answer.text or answer.headers["content-type"] == "application/json"
    for text in BOARDS:
        answer = client.get(path, params={board: text})
        assert answer.status_code in (400, 422), (text, answer.status_code)
        assert "Traceback" not in answer.text
        assert "<svg onload" not in answer.text or answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    "query",
    ["moves=1-1.1-1", "moves=0-0", "moves=x", "at=5", "at=-1", "side=Z", "opponent=level-99", "first=?", "do=9-9",
     "do=reply", "do=1-1.2-2", "paste=noughts+qubic%0A1.+X+9,9,9", "paste=" + "x" * 5000, "mark=99&game=t3&do=1-1",
     "moves=" + "1-1." * 900],
)  # fmt: skip
def test_hostile_addresses_are_refused_in_a_sentence(client: httpx.Client, query: str) -> None:
    answer = client.get(f"/play?{query}")
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text


def test_bodies_that_are_no_questions(client: httpx.Client) -> None:
    for body in (b"", b"{", b"[]", b"null", b'{"game": 1}', b'{"game": "tictactoe", "seconds": 1e9}', b"\xff\xfe"):
        answer = client.post("/api/jobs", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 422 and answer.json()["message"]
    assert client.post("/api/jobs", content=b"x" * (LARGEST_BODY + 1)).status_code == 413
    assert client.get("/api/solve?position=" + "X" * 20_000).status_code == 414


def test_many_at_once_get_their_own_answers(client: httpx.Client) -> None:
    wrong: list[str] = []

    def ask(cell: int) -> None:
        row, column = divmod(cell, 3)
        board = "".join("X" if at == cell else "_" for at in range(9))
        text = f"{board[:3]}/{board[3:6]}/{board[6:]} O"
        answer = httpx.get(f"{client.base_url}/api/solve", params={"position": text}, timeout=PATIENCE)
        if answer.status_code != 200 or answer.json()["position"] != text:
            wrong.append(f"{row},{column}: {answer.status_code}")

    threads = [threading.Thread(target=ask, args=(cell,)) for cell in range(9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert wrong == []


@pytest.fixture(scope="module")
def api_schema() -> Iterator[Any]:
    """The schema of a server of its own: what is started here must keep nobody else waiting."""
    with serving() as address:
        yield schemathesis.openapi.from_url(f"{address}/api/openapi.json")


@pytest.mark.slow
def test_no_question_that_the_schema_allows_is_a_server_error(api_schema: Any) -> None:
    asked = 0
    for found in api_schema.get_all_operations():
        operation = found.ok()
        if operation.path.endswith("/events"):
            continue  # a stream that lasts as long as the job; it is tested above

        @given(case=operation.as_strategy())
        @hypothesis_settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
        def check(case: Any) -> None:
            case.call_and_validate(checks=[not_a_server_error])

        check()
        asked += 1
    assert asked >= 8
