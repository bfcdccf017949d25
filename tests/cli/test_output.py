"""What commands print fits the screen, whatever its width, and any encoding can write it."""

from __future__ import annotations

import json

import pytest
from commands import noughts
from rich.text import Text

from noughts.cli import tables
from noughts.cli.tables import Column
from noughts.engine import why_missing

COLUMNS = [
    Column("agent", is_name=True),
    Column("score", is_number=True),
    Column("draw to loss", is_number=True, spare=1),
]
ROWS = [["a_rather_long_name.py", "100.00", "1,234"], ["b.py", "7.50", "12"]]


def shown(width: int) -> list[str]:
    return [line.plain for line in tables.lines(COLUMNS, ROWS, width)]


def test_a_table_that_fits_is_whole() -> None:
    assert shown(80)[-2:] == ["a_rather_long_name.py  100.00  1,234", "b.py                     7.50     12"]
    assert [line.split() for line in shown(80)[:3]] == [["draw"], ["to"], ["agent", "score", "loss"]]


@pytest.mark.parametrize("width", range(18, 40))
def test_names_are_shortened_before_a_number_is_left_out(width: int) -> None:
    lines = shown(width)
    assert max(map(len, lines)) <= width
    assert "100.00" in lines[-2] and "7.50" in lines[-1]
    assert ("1,234" in lines[-2]) == (width >= 10 + 2 + 6 + 2 + 5)
    assert ("…" in lines[-2]) == (width < len("a_rather_long_name.py  100.00" + ("  1,234" if width >= 25 else "")))


def test_numbers_under_a_name_are_never_shortened() -> None:
    columns = [Column("player"), Column("a_rather_long_name.py", is_name=True, is_number=True)]
    assert [line.plain for line in tables.lines(columns, [["x", "100–200–300"]], 10)][-1].endswith("100–200–300")
    assert tables.lines(columns, [["x", Text("·")]], 80)[0].plain == "player  a_rather_long_name.py"


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize(
    "command",
    [
        ("solve", "t3", "135/246/100 even"),
        ("solve", "qubic", "X" + "_" * 3 + "/____" * 3 + ("//" + "/".join(["____"] * 4)) * 3, "O", "--nodes", "50"),
        ("race", "tictactoe", "X__/_O_/___ X", "--nodes", "200"),
        ("match", "random", "easy", "hard", "perfect", "--plies", "0"),
        ("games",),
    ],
    ids=lambda command: " ".join(command)[:20],
)
def test_boards_and_tables_stay_within_the_screen(command: tuple[str, ...], width: int) -> None:
    done = noughts(*command, COLUMNS=str(width))
    assert done.returncode == 0, done.stderr
    sentences = ("Bars: ",)  # a terminal wraps them; here they go to a file
    rows = [
        line for line in done.stdout.splitlines() if ("│" in line or "░" in line) and not line.startswith(sentences)
    ]
    assert all(len(line.rstrip()) <= width for line in rows)


@pytest.mark.slow
@pytest.mark.skipif(why_missing() is not None, reason="needs the compiled core")
def test_the_bench_keeps_its_counts_at_any_width() -> None:
    """Names are shortened and columns left out; every count stays whole, beside the game that it belongs to."""
    measured = json.loads(noughts("bench", "--json").stdout)
    for width in (40, 80, 120):
        header, *rows, empty, total = noughts("bench", COLUMNS=str(width)).stdout.splitlines()
        assert {"game", "result", "nodes"} <= set(header.split()) and empty == ""
        for row, one in zip(rows, measured["positions"], strict=True):
            assert len(row) <= width
            assert one["game"][:9] in row and f" {one['nodes']:,}" in row and f" {one['result']} " in row
        assert total.startswith(f"{measured['signature']:,} nodes")


def test_a_race_draws_no_bound_like_a_count() -> None:
    lines = noughts("race", "tictactoe", "X__/_O_/___ X", "--nodes", "200").stdout.splitlines()
    for line in lines:
        assert ("over 200" in line) <= ("░" in line and "█" not in line)
    bars = {line.split()[0]: line.count("█") for line in lines if "█" in line}
    assert bars["symmetry"] > bars["threats"] > 0
    assert any("░░░ was stopped" in line for line in lines)


def test_growing_races_name_each_game() -> None:
    shown = noughts("race", "--grow", "--nodes", "50").stdout.splitlines()
    assert [line for line in shown if line in ("tictactoe", "4,3,3", "4,4,3", "4,4,4")] == [
        "tictactoe",
        "4,3,3",
        "4,4,3",
        "4,4,4",
    ]


def test_a_match_is_sorted_by_points() -> None:
    shown = noughts("match", "random", "hard", "--plies", "1").stdout.splitlines()
    rows = [line.split()[:2] for line in shown[2:5]]
    assert (rows[0][0], rows[-1][0]) == ("perfect", "random")
    points = [float(number) for _, number in rows]
    assert points == sorted(points, reverse=True)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "utf-8"])
@pytest.mark.parametrize(
    "command",
    [
        ("solve", "tictactoe", "XX_/OO_/___ X"),
        ("explain", "tictactoe", "XX_/OO_/___ X", "--steps"),
        ("race", "tictactoe", "XX_/OO_/___ X"),
        ("tree", "tictactoe", "XX_/OO_/___ X"),
        ("games",),
        ("review", "tictactoe", "1,1", "2,2", "3,3"),
        ("play", "--language", "en"),
    ],
    ids=lambda command: command[0],
)
def test_every_encoding_can_write_it(command: tuple[str, ...], encoding: str) -> None:
    done = noughts(*command, encoding=encoding)
    assert done.returncode == 0 and "Traceback" not in done.stderr
    assert "?" not in done.stdout.replace("? [X]", "")
    if encoding == "ascii" and command[0] != "play":
        assert "---+---" in done.stdout or command[0] in ("games", "review", "tree")


def test_a_language_that_the_output_has_no_letters_for() -> None:
    assert "Your side" in noughts("play", encoding="ascii", LANGUAGE="bg").stdout
    assert "Твоят" in noughts("play", LANGUAGE="bg").stdout or "Коя страна" in noughts("play", LANGUAGE="bg").stdout
    done = noughts("play", "--language", "bg", encoding="ascii")
    assert done.returncode == 2 and "PYTHONIOENCODING=utf-8" in done.stderr
