"""What a worker in the browser answers, asked in this Python: the edge around the pages where there is no server."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from noughts.web import in_browser, worker
from noughts.web.analyst import Analyst
from noughts.web.rendering import Asked, render


def ask(kind: str, **question: Any) -> Any:
    return json.loads(in_browser.answer(json.dumps({"kind": kind, **question})))


def test_a_page_is_the_one_of_its_address() -> None:
    answer = ask("page", address="/play?moves=1-1&values=1", languages="bg-BG,en;q=0.5", fragment="page")
    expected = render(Asked("/play", {"moves": "1-1", "values": "1"}, "bg", fragment="page"), Analyst())
    assert (answer["status"], answer["body"]) == (200, expected.text)
    assert ask("page", address="/play?do=1-1")["location"].startswith("/play?moves=1-1.")
    assert ask("page", address="/nowhere")["status"] == 404


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("/play?game=t3", ""),
        ("/play?game=7,7,5", "7,7,5.proof"),
        ("/play?game=nonsense", ""),
        ("/play?paste=noughts+7,7,5", "7,7,5.proof"),
        ("/play?paste=https%3A%2F%2Felsewhere%2Fplay%3Fgame%3D7,7,5", "7,7,5.proof"),
    ],
)
def test_it_names_the_proof_that_a_game_needs(
    address: str, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setattr("noughts.proofs.strategies.SHIPPED", tmp_path)
    assert ask("proof_file", address=address)["name"] == name
    if name:
        (tmp_path / name).write_bytes(b"here")
        assert ask("proof_file", address=address)["name"] == ""


def test_drawings_are_asked_for_made_and_written() -> None:
    address = "/tree?position=XX_/OO_/X_O+O&algorithm=minimax"
    question = ask("drawing_question", address=address)["question"]
    kind = question.pop("kind")
    drawn = ask("work", kind_of_work=kind, **question)
    page = ask("drawing_page", address=address, drawn=drawn)
    assert page["status"] == 200 and '<script type="application/json" id="search">' in page["body"]
    race = ask("drawing_page", address="/race", drawn={"result": {"picture": "<svg/>", "list": "<ol/>"}})
    assert race["body"] == '<svg/><div class="laps"><ol/></div>'
    wrong = ask("drawing_question", address="/tree?algorithm=guess", language="en")
    assert wrong["status"] == 400 and "minimax" in wrong["body"]
    failed = ask("drawing_page", address="/proof?cell=1", drawn={"error": "no proof was found"})
    assert (failed["status"], json.loads(failed["body"])["message"]) == (400, "no proof was found")


def test_what_a_search_found_is_on_the_next_page() -> None:
    question = {"game": "5,5,4", "position": "XO___/XO___/_____/_____/_____ X", "seconds": 20.0, "language": "en"}
    address = "/play?game=5,5,4&from=XO___/XO___/_____/_____/_____+X&values=1"
    found = ask("work", kind_of_work="solve", ranking="quickest", **question)
    assert found == {"result": found["result"]} and found["result"]["status"] == "proven"
    ask("keep", solution=found["result"], seconds=20.0)
    page = ask("page", address=address, seconds=0.001)["body"]
    assert 'id="solving"' not in page


def test_without_the_core_a_search_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "why_missing", lambda: "not here")
    monkeypatch.setattr("noughts.solver.why_missing", lambda: "not here")
    question = {"kind": "solve", "game": "4,4,4", "position": "____/____/____/____ X", "seconds": 0.05}
    assert worker.answered(question)["result"]["status"] in ("unknown", "bounded")


def signatures(path: Path) -> dict[str, list[str]]:
    """Functions and methods of a file, with the names of their arguments."""
    found = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        for one in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(one, ast.FunctionDef):
                name = f"{node.name}.{one.name}" if isinstance(node, ast.ClassDef) else one.name
                found[name] = [argument.arg for argument in (*one.args.args, *one.args.kwonlyargs)]
    return found


def test_the_core_in_a_browser_is_called_like_the_core_here() -> None:
    source = Path(__file__).parents[2] / "src" / "noughts"
    here = signatures(source / "engine" / "_core.pyi")
    there = signatures(source / "web" / "export" / "browser_core.py")
    called = ["Rules.__init__", "hold_prover", "win_prover", "guard_prover"]
    called += [f"Prover.{name}" for name in ("prove", "search", "write", "frontier", "fail", "record", "resize")]
    for name in called:
        assert there[name] == here[name], name
