"""`noughts table`: large files are announced, and what cannot be written is said before any work is done."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import noughts

from noughts.cli import table as command
from noughts.engine.tables import StrongTable
from noughts.games import position

from .sessions import session


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_the_size_of_a_file_is_known_before_it_is_written(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"table.{kind}"
    table = StrongTable(position("tictactoe", "X__/_O_/___ X"))
    announced = table.size_of_file(path)
    table.write(path)
    size = path.stat().st_size
    assert size <= announced if kind == "parquet" else size == announced


def test_a_large_file_is_announced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = StrongTable(position("tictactoe"))
    monkeypatch.setattr(command, "_LARGE", 1000)
    monkeypatch.setattr("sys.stdin", open("/dev/null", encoding="utf-8"))  # noqa: SIM115, PTH123
    assert command._is_wanted(table, tmp_path / "table.csv", yes=False)
    assert "5,478 positions, 0 MB" in capsys.readouterr().err.replace("\n", "")


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "is_written"), [("n", False), ("y", True)])
def test_at_a_terminal_a_large_file_is_asked_about(answer: str, is_written: bool, tmp_path: Path) -> None:
    path = tmp_path / "table.jsonl"
    with session("table", "5,3,3", "--out", str(path), width=120) as one:
        one.wait_for("Write it?")
        assert "2,286,668 positions, 208 MB" in one.screen.text
        one.type(f"{answer}\n")
        assert one.finish() == (0 if is_written else 1)
    assert path.exists() == is_written


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("7,7,5", "--out", "x.csv"), "7,7,5 has too many positions for a table"),
        (("tictactoe", "--out", "x.txt"), "x.txt: a table is written to a file that ends in .csv"),
        (("tictactoe", "--out", "nowhere/x.csv"), "nowhere/x.csv: cannot be written: there is no folder nowhere"),
        (("4,3,3", "--out", "x.csv", "--memory", "64K"), "--memory allows more"),
    ],
)
def test_what_cannot_be_written_is_said_at_once(arguments: tuple[str, ...], says: str, tmp_path: Path) -> None:
    done = noughts("table", *arguments, folder=tmp_path)
    assert done.returncode == 2 and says in done.stderr and not list(tmp_path.iterdir())
