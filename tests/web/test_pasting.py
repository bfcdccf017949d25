"""What people paste into the page: an example with an error, and links."""

from __future__ import annotations

import httpx
import pytest

from noughts.games import game
from noughts.web.page_state import examples


def test_the_page_shows_an_example_with_an_error(client: httpx.Client) -> None:
    answer = client.get("/play", params={"game": "t3", "paste": "12\n34"})
    assert answer.status_code == 400
    for text in examples(game("t3")):
        assert f"<pre>{text}</pre>" in answer.text


@pytest.mark.parametrize(
    "link",
    ["{server}/play?moves=2-2.1-1", "http://another.example/understand?moves=2-2.1-1#board", "/?moves=2-2.1-1",
     "another.example:8000/play?moves=2-2.1-1&values=1"],
)  # fmt: skip
def test_a_link_can_be_pasted(client: httpx.Client, server: str, link: str) -> None:
    answer = client.get("/play", params={"game": "t3", "paste": link.format(server=server)})
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/play?moves=2-2.1-1")
