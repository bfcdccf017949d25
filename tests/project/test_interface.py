"""The Python interface: the session of the README works as written, and what is offered is listed once."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import noughts

ROOT = Path(__file__).parents[2]


def session() -> str:
    """The Python section of the README."""
    (found,) = re.findall(r"```python\n(import noughts\n.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)
    return str(found)


def shown(value: Any) -> str:
    """A value as print shows it; a pair shows both."""
    if type(value) is tuple:
        return ", ".join(map(shown, value))
    return str(value)


def test_the_session_of_the_readme_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    answers = {}
    for statement in ast.parse(session()).body:
        if isinstance(statement, ast.Expr):
            text = ast.unparse(statement.value)
            answers[text] = eval(compile(ast.Expression(statement.value), "README", "eval"), names)
        else:
            exec(compile(ast.Module([statement], []), "README", "exec"), names)
    assert repr(answers["p.legal_moves"]) == "[1,3  2,3  3,1  3,2  3,3]"
    assert shown(answers["(s.value, s.best)"]) == "win in 1, (1,3)"
    assert shown(answers["s['2 3']"]) == "draw in 5"
    assert shown(answers["max(s.moves.values())"]) == "win in 1"
    assert shown(answers["p.outcome"]) == "X wins: row 1"
    assert shown(answers["big.solve().result"]) == "draw"
    assert answers["noughts.verify('775.proof')"].result is names["proof"].result is noughts.Result.DRAW
    assert names["proof"].checked
    assert (tmp_path / "board.svg").read_text("utf-8").startswith("<svg")
    assert "tictactoe" in repr(answers["noughts.games"])


def test_the_session_is_the_one_that_was_promised() -> None:
    lines = [line.partition("#")[0].strip() for line in session().splitlines()]
    assert lines == [
        "import noughts",
        'p = noughts.Position("tictactoe", "XX_/OO_/___ X")',
        "print(p)",
        "p.legal_moves",
        "s = p.solve()",
        "s.value, s.best",
        's["2 3"]',
        "max(s.moves.values())",
        'print(s.explain("3 1"))',
        's.save("board.svg")',
        'p = p.play("1 3"); p.outcome',
        'big = noughts.Position("7,7,5")',
        "big.solve().result",
        'proof = big.prove("775.proof")',
        'noughts.verify("775.proof")',
        "noughts.games",
    ]


def test_printed_things_are_for_people_and_reprs_read_back(capsys: pytest.CaptureFixture[str]) -> None:
    position = noughts.Position("tictactoe", "XX_/OO_/___ X")
    print(position)
    print(position.solve().explain("3 1"))
    drawn, said = capsys.readouterr().out.rsplit("\n", 2)[:2]
    assert drawn.splitlines()[1].split() == ["1", "X", "│", "X", "│"] and drawn.endswith("X to move")
    assert said == "Loses in 2 plies: O completes row 2 at 2,3."
    for thing in (position, position.solve(), position.move("1 3"), position.solve().value):
        assert eval(repr(thing), {name: getattr(noughts, name) for name in noughts.__all__}) == thing


def test_what_is_compared_can_be_hashed() -> None:
    position = noughts.Position("tictactoe", "XX_/OO_/___ X")
    solution = position.solve()
    proof = position.prove()
    for thing in (position, solution, solution.value, solution.explain("3 1"), proof, position.move("1 3")):
        assert hash(thing) == hash(thing)


@pytest.mark.parametrize(
    ("name", "text"), [("tictactoe", "1,3"), ("t3", "2,2=5"), ("qubic", "1,2,3"), ("wild", "1,1=O")]
)
def test_moves_read_and_print_alike(name: str, text: str) -> None:
    position = noughts.Position(name)
    assert str(position.move(text)) == text
    assert position.play(text) == position.play(position.move(text))
    assert text in repr(position.legal_moves)


def test_values_are_ordered_under_the_ranking_of_their_solution() -> None:
    position = noughts.Position("tictactoe", "XO_/___/___ X")
    for ranking in noughts.Ranking:
        solution = position.solve(ranking)
        assert max(solution.moves.values()) == solution.value
        assert {move for move, value in solution.moves.items() if value >= max(solution.moves.values())} == {
            *solution.best
        }


def test_the_stub_lists_what_the_package_offers() -> None:
    stub = ast.parse((ROOT / "src" / "noughts" / "__init__.pyi").read_text("utf-8"))
    imported = {
        (node.module, alias.name)
        for node in stub.body
        if isinstance(node, ast.ImportFrom) and node.module is not None
        for alias in node.names
    }
    assert imported == {(home, name) for name, home in noughts._HOME_OF.items()}  # type: ignore[attr-defined]
    for name in noughts.__all__:
        assert getattr(noughts, name) is not None


@pytest.mark.slow
def test_an_example_of_the_whole_interface_is_typed(tmp_path: Path) -> None:
    example = Path(__file__).with_name("typed_example.py")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--cache-dir", str(tmp_path), str(example)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert subprocess.run([sys.executable, str(example)], timeout=300, check=False, cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("name", noughts.__all__)
def test_every_name_is_documented_and_in_the_typed_example(name: str) -> None:
    document = (ROOT / "docs" / "python.md").read_text("utf-8")
    example = Path(__file__).with_name("typed_example.py").read_text("utf-8")
    assert re.search(rf"`{name}\b|noughts\.{name}\b", document), f"docs/python.md does not name {name}"
    assert re.search(rf"noughts\.{name}\b", example), f"typed_example.py does not use {name}"
