"""The JUDGE path and a plain import stay light."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
HEAVY = {"typer", "rich", "click", "pydantic", "numpy", "dataclasses", "typing", "re", "enum", "inspect"}


def modules_after(code: str, question: bytes = b"") -> set[str]:
    """The modules that a program has imported when it ends."""
    report = "\nimport sys; sys.stderr.write(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code + report], input=question, capture_output=True, check=True)
    return set(done.stderr.decode().split())


BASE = modules_after("pass")


def test_answering_a_judge_imports_nothing_heavy() -> None:
    question = (ROOT / "examples" / "judge-empty.txt").read_bytes()
    new = modules_after("from noughts.protocols.main import main; main()", question) - BASE
    assert new == {"noughts", "noughts.protocols", "noughts.protocols.main", "noughts.protocols.quick",
                   "noughts.protocols.answers"}  # fmt: skip


def test_importing_the_package_imports_nothing_else() -> None:
    assert modules_after("import noughts") - BASE == {"noughts"}


def test_solving_does_not_need_the_command_line() -> None:
    used = modules_after("import noughts; noughts.solve(noughts.position('tictactoe'))")
    assert not used & {"typer", "rich", "click", "numpy"}


def test_every_public_name_is_there() -> None:
    import noughts

    for name in noughts.__all__:
        assert getattr(noughts, name) is not None
    assert set(noughts.__all__) <= set(dir(noughts))
