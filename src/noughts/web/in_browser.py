"""The page in a browser, without a server: what a worker there is asked, and what it answers, as JSON.

`static/server.js` of an exported page asks; `export/` writes that page. One worker writes pages, others search and
draw, because only a worker of its own can be ended at any moment.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl

from .. import language
from ..errors import NoughtsError
from ..games import game, position
from ..language import LANGUAGES, said, speaking
from ..proofs import strategies
from . import drawing_pages, worker
from .analyst import Analyst
from .budget import Budget
from .cache import Cache
from .page_state import read_game, read_pasted, read_state
from .rendering import Asked, Written, pasted_address, render
from .worker_solutions import solution_of

MEMORY = 512 << 20  # bytes, for all that is kept
TABLE = 64 << 20  # bytes, for the table of a long search
SECONDS = 0.4  # that a page may search at once: nobody else waits for it
_JSON, _HTML = "application/json", "text/html; charset=utf-8"


def answer(text: str) -> str:
    """The answer to a question, both as JSON."""
    question = json.loads(text)
    return json.dumps(_KINDS[question["kind"]](question), ensure_ascii=False)


def asked_of(question: Mapping[str, str]) -> Asked:
    """The address in a question, and how its page is to look."""
    path, _, query = question["address"].partition("?")
    chosen = question.get("language", "")
    spoken = chosen if chosen in LANGUAGES else language.of_browser(question.get("languages", ""))
    return Asked(path, dict(parse_qsl(query)), spoken, question.get("theme", ""), question.get("fragment", ""))


def page(question: dict[str, str]) -> dict[str, Any]:
    """The page of an address, as the server sends it; `seconds` is how long it may search."""
    analyst = _analyst()
    analyst.seconds = float(question.get("seconds", SECONDS))
    text, status, location = render(asked_of(question), analyst, _kept())
    return {"status": status, "body": text, "location": location, "type": _HTML}


def proof_file(question: dict[str, str]) -> dict[str, str]:
    """The name of the certificate that an address can use, if it is not here yet."""
    query = asked_of(question).query
    try:
        rules = read_state(query).game if "paste" not in query else _pasted_game(query)
    except NoughtsError:  # the page will say what is wrong
        return {"name": ""}
    path = strategies.place_of(rules)
    return {"name": "" if path is None or path.is_file() else path.name}


def _pasted_game(query: Mapping[str, str]) -> Any:
    address = pasted_address(query["paste"])
    if address is not None:
        return read_state(address).game
    kept = {name: value for name, value in query.items() if name != "paste"}
    return read_pasted(query["paste"], read_state(kept)).game


def drawing_question(question: dict[str, str]) -> dict[str, Any]:
    """What a worker is to be asked for a drawing, or what is wrong with the address."""
    asked = asked_of(question)
    kind = asked.path.strip("/")
    with speaking(asked.language):
        try:
            return {"question": {**drawing_pages.question(kind, asked.query), "memory": worker.MEMORY}}
        except NoughtsError as error:
            return _refused(kind, error)


def drawing_page(question: dict[str, Any]) -> dict[str, Any]:
    """The page of what a worker has drawn."""
    asked, drawn = asked_of(question), question["drawn"]
    kind = asked.path.strip("/")
    with speaking(asked.language):
        if "error" in drawn:
            said_there: str = drawn["error"]
            return _refused(kind, NoughtsError(said_there))
        if kind == "proof":
            return {"status": 200, "body": json.dumps(drawn["result"], ensure_ascii=False), "type": _JSON}
        make = {"tree": lambda made: drawing_pages.tree_page(made, asked), "race": drawing_pages.race_page}[kind]
        return {"status": 200, "body": make(drawn["result"]), "type": _HTML}


def _refused(kind: str, error: NoughtsError) -> dict[str, Any]:
    if kind == "proof":
        return {"status": 400, "body": json.dumps({"error": "bad_input", "message": said(error)}), "type": _JSON}
    return {"status": 400, "body": drawing_pages.refusal(error), "type": _HTML}


def work(question: dict[str, Any]) -> dict[str, Any]:
    """What a worker that searches or draws does."""
    if question["kind_of_work"] == "solve":
        read_game(question["game"])  # as the server does: no files, no games too large for the page
    asked = {**question, "kind": question["kind_of_work"], "memory": 4 * TABLE}
    return worker.answered(asked, MEMORY)


def keep(question: dict[str, Any]) -> dict[str, Any]:
    """Remembers what a search found."""
    data = question["solution"]
    rules = game(data["game"])
    with speaking(question.get("language", "en")):
        found = solution_of(data, position(rules, data["position"], lenient=True))
        _analyst().keep(found, question["seconds"])
    return {}


@lru_cache(maxsize=1)
def _analyst() -> Analyst:
    return Analyst(budget=Budget(MEMORY))


@lru_cache(maxsize=1)
def _kept() -> Written:
    return Cache(Budget(MEMORY).pages, len)


_KINDS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "page": page,
    "proof_file": proof_file,
    "drawing_question": drawing_question,
    "drawing_page": drawing_page,
    "work": work,
    "keep": keep,
}
