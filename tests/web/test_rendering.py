"""A page is a function of its address, its language and its theme; the server adds nothing to it."""

from __future__ import annotations

import subprocess
import sys
from itertools import cycle, islice, product
from urllib.parse import parse_qsl

import pytest
from starlette.testclient import TestClient

from noughts.language import LANGUAGES
from noughts.web.analyst import Analyst
from noughts.web.app import create_app
from noughts.web.limits import Rate
from noughts.web.rendering import Asked, render

GAMES = ["tictactoe", "4,4,3", "wild", "notakto", "tictactoe%2Bmisere", "t3", "cube:3", "numerical"]
QUERIES = [
    "",
    "moves=2-2",
    "moves=2-2&values=1",
    "moves=9-9",
    "moves=nonsense",
    "do=1-1",
    "paste=X__/_O_/___",
    "level=2&side=O",
    "unheard=of",
]
ADDRESSES = [f"/{path}?game={game}&{query}" for path, game, query in product(("play", "understand"), GAMES, QUERIES)]
ADDRESSES += ["/", "/games", "/games?view=understand&game=t3", "/nowhere", "/play?game=nonsense", "/play?game=qubic"]
LOOKS = list(product(LANGUAGES, ("", "light", "dark"), ("", "page", "games")))
SERVERS = {"fastapi", "starlette", "anyio", "uvicorn", "pydantic"}


@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.slow)])
def test_the_server_sends_what_the_function_gives(every: int) -> None:
    wide, analyst = Rate(100_000, 100_000), Analyst()
    app = create_app(rate=wide, job_rate=wide, analyst=analyst)
    seen = set()
    with TestClient(app, base_url="http://127.0.0.1", follow_redirects=False) as client:
        addresses = ADDRESSES[::every]
        for address, (spoken, theme, fragment) in zip(addresses, islice(cycle(LOOKS), len(addresses))):
            path, _, query = address.partition("?")
            asked = Asked(path, dict(parse_qsl(query)), spoken, theme, fragment)
            page = render(asked, analyst)
            cookie = f"language={spoken}; theme={theme}"
            sent = client.get(address, headers={"cookie": cookie, "x-fragment": fragment})
            found = (sent.status_code, sent.text, sent.headers.get("location", ""))
            assert found == (page.status, page.text, page.location), (address, asked)
            seen.add(page.status)
    assert {200, 400} <= seen
    assert every > 1 or seen == {200, 303, 400, 404}


def test_pages_are_written_without_a_server() -> None:
    program = "import sys, noughts.web.rendering; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "jinja2" in loaded
    assert not loaded & SERVERS
