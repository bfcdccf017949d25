"""What one person has had worked out is said to the next one in the language of that one."""

from __future__ import annotations

import html
import re

import httpx
import pytest

from noughts.games import game, position
from noughts.language import LANGUAGES, speaking
from noughts.search import Source
from noughts.web import knowledge
from noughts.web.analyst import Analyst

PICTURE_12 = position("7,7,5", "_______/____O__/__X____/_X_O___/_OO_XX_/_______/_______ X")


@pytest.mark.parametrize("asked", [PICTURE_12, game("7,7,5").start()])
def test_why_it_is_certain_is_said_in_every_language(asked: object) -> None:
    analyst = Analyst(seconds=2.0)
    said = set()
    for language in LANGUAGES:
        with speaking(language):
            solution = analyst.assess(asked)  # type: ignore[arg-type]
            assert solution.source is Source.PROOF
            assert solution.because
            assert knowledge.summary(solution).startswith(solution.because)
            said.add(solution.because)
    assert len(said) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("query", "bg", "mn"),
    [
        ({"paste": "XOXO"}, "има 4 полета, а се очаква 9 (3×3)", "4 нүд олдсон, 9 (3×3) байх ёстой"),
        (
            {"paste": "XQ_/___/___ X"},
            "ред 1, знак 2: има 'Q', а се очаква X, O или _",
            "1-р мөр, 2-р тэмдэгт:",
        ),
        (
            {"paste": "noughts t3\n1. 5 at 9,9"},
            "ход 1, '1. 5 at 9,9': 9,9 не е на дъската",
            "1-р нүүдэл, '1. 5 at 9,9':",
        ),
        (
            {"paste": "XXX/___/___ O"},
            "никоя игра не води до тази дъска: X има 3 знака",
            "ямар ч тоглоом энэ хөлөгт",
        ),
        ({"game": "tictacto"}, "няма игра 'tictacto'; може би 'tictactoe'?", "'tictacto' гэсэн тоглоом алга"),
        (
            {"moves": "1-1.1-1"},
            "ход 2: ред 1, колона 1: там вече има X",
            "2-р нүүдэл: 1-р мөр, 1-р багана дээр X",
        ),
        ({"opponent": "god"}, "в tictactoe няма противник 'god'", "tictactoe тоглоомд 'god' гэсэн өрсөлдөгч алга"),
    ],
)
def test_errors_on_the_page_are_in_its_language(client: httpx.Client, query: dict[str, str], bg: str, mn: str) -> None:
    for code, says in (("bg", bg), ("mn", mn)):
        answer = client.get("/play", params=query, headers={"accept-language": code})
        assert answer.status_code == 400
        assert says in html.unescape(answer.text)


def test_programs_get_english_unless_they_ask_for_a_language(client: httpx.Client) -> None:
    asked = {"game": "tictactoe", "position": "XQ_/___/___ X"}
    plain, bulgarian = (
        client.get("/api/solve", params=asked, headers=headers).json()["message"]
        for headers in ({}, {"accept-language": "bg"})
    )
    assert plain == "line 1, column 2: found 'Q', expected X, O or _"
    assert bulgarian == "ред 1, знак 2: има 'Q', а се очаква X, O или _"
    missing = client.get("/api/jobs/none", headers={"accept-language": "mn"}).json()["message"]
    assert re.fullmatch(r"'none' гэсэн ажил алга, эсвэл аль эрт дууссан", missing)
    tree = client.get("/tree", params={"algorithm": "magic"}, headers={"accept-language": "bg"})
    assert "очаква се" in tree.text and "'magic'" in html.unescape(tree.text)
