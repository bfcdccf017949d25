"""The race as a picture: real counts, honest about algorithms that were stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.cli import main
from noughts.explain.race_picture import Heat, RaceEntry, RacePicture
from noughts.games import position
from noughts.search import LADDER

from .test_board_picture import SVG, parsed, texts

RUNNERS = [
    RaceEntry("minimax", 100_000, 1.0, False),
    RaceEntry("alpha-beta", 20_000, 0.2, True),
    RaceEntry("table", 200, 0.01, True),
]


def test_counts_and_factors_are_shown() -> None:
    root = parsed(RacePicture([Heat("tictactoe", "Draw with best play, 9 plies left", RUNNERS)]).svg())
    assert texts(root, "count") == ["over 100,000", "20,000", "200"]
    assert [text for text in texts(root, "factor") if text] == ["100× fewer"]  # what was stopped is not compared
    assert texts(root, "axis-t") == ["100", "1,000", "10,000", "100,000"]


def test_bars_are_as_long_as_the_logarithm() -> None:
    root = parsed(RacePicture([Heat("tictactoe", "", RUNNERS)]).svg())
    bars = {float(e.attrib["width"]) for e in root.iter(f"{SVG}rect") if e.attrib["class"].startswith("bar")}
    longest, middle, shortest = sorted(bars, reverse=True)
    assert longest == pytest.approx(490, abs=1)
    assert (middle / longest, shortest / longest) == pytest.approx((0.767, 0.100), abs=0.001)


def test_the_command_draws_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "race.svg"
    assert main(["race", "tictactoe", "XOX/O__/___ X", "--out", str(out)]) == 0
    root = parsed(out.read_text(encoding="utf-8"))
    searches = [algorithm() for algorithm in LADDER]
    for search in searches:
        search.value(position("tictactoe", "XOX/O__/___ X"))
    assert texts(root, "count") == [f"{search.nodes:,}" for search in searches]


def test_growing_boards_are_drawn_on_one_axis(tmp_path: Path) -> None:
    out = tmp_path / "race.svg"
    assert main(["race", "--grow", "--nodes", "300", "--out", str(out)]) == 0
    root = parsed(out.read_text(encoding="utf-8"))
    heats = [e.text for e in root.iter(f"{SVG}tspan") if e.attrib.get("class") == "layer"]
    assert heats == [f"{name}, empty board" for name in ("tictactoe", "4,3,3", "4,4,3", "4,4,4")]
    assert len(texts(root, "count")) == 28


@pytest.mark.parametrize(
    "arguments", [["--grow", "qubic"], ["--grow", "tictactoe", "X__/___/___ O"], ["--out", "race.gif"]]
)
def test_what_cannot_be_raced_is_said(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["race", *arguments]) == 2
    assert capsys.readouterr().err.startswith("noughts: ")
