"""Opening tables: every score in them is right, and a file that is damaged is refused."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from bitbully.bitbully_core import BitBullyCore, BoardCore
from bitbully_databases import BitBullyDatabases
from oracle import oracle
from sampling import as_node, as_oracle_value
from tiers import needs_core

from noughts.engine import openings
from noughts.errors import FileError
from noughts.games import Game, Position, Ranking, Result, Value, game
from noughts.games.census import reachable
from noughts.solver import Solver, solve

SCRIPT = Path(__file__).parents[2] / "scripts" / "openings.py"
SMALL = game("3,4,3+drop")
SHIPPED = openings.read(openings.SHIPPED / "connect4.openings", game("connect4"))


def made(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), SMALL.name, "--plies", "5", "--out", str(folder), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def unfinished(rules: Game, plies: int) -> list[Position]:
    start = rules.start()
    found = []
    for now in reachable(start):
        if now.board.count(0) < rules.cells - plies:
            break
        if now.outcome is None:
            found.append(now)
    return found


def test_different_positions_have_different_numbers() -> None:
    rules = game("tictactoe+drop")
    images: dict[int, set[bytes]] = {}
    for now in reachable(rules.start()):
        images.setdefault(openings.number(now), set()).add(now.canonical(rules.symmetries))
    assert len(images) > 100
    assert all(len(alike) == 1 for alike in images.values())


@needs_core
def test_a_table_goes_on_where_it_ended_and_every_score_is_right(tmp_path: Path) -> None:
    begun = made(tmp_path, "--seconds", "0")
    assert (begun.returncode, "not finished" in begun.stderr) == (1, True)
    with (tmp_path / f"{SMALL.name}.5.journal").open("a") as journal:
        journal.write("12")  # as if it had been killed while it wrote
    assert made(tmp_path).returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == [f"{SMALL.name}.openings"]
    table = openings.read(tmp_path / f"{SMALL.name}.openings", SMALL)
    for now in unfinished(SMALL, 5)[::3]:
        value = table.value(now)
        assert value is not None
        assert as_oracle_value(value) == oracle(SMALL.name).value(*as_node(now), "quickest"), now


def test_only_a_whole_table_of_the_same_game_is_read(tmp_path: Path) -> None:
    path = tmp_path / "small.openings"
    openings.write(path, SMALL, 0, {openings.number(SMALL.start()): 0})
    assert len(openings.read(path, SMALL)) == 1
    with pytest.raises(FileError, match="a table of 3,4,3\\+drop, not of connect4"):
        openings.read(path, game("connect4"))
    whole = path.read_bytes()
    for damaged in (whole[:-1], whole + b"\0", whole[:-1] + b"\1"):
        path.write_bytes(damaged)
        with pytest.raises(FileError, match="damaged: its contents do not have the checksum"):
            openings.read(path, SMALL)
    path.write_bytes(b"noughts openings 2")
    with pytest.raises(FileError, match="not a table of openings"):
        openings.read(path, SMALL)
    with pytest.raises(FileError, match="cannot be read"):
        openings.read(tmp_path / "missing", SMALL)


def test_games_without_numbers_of_64_bits_have_no_table() -> None:
    assert not any(
        map(openings.can_have_openings, map(game, ("tictactoe", "8,8,4+drop", "connect4+misere", "wild+drop")))
    )
    assert openings.shipped(game("4,4,4+drop+misere")) is None


@needs_core
def test_the_solver_answers_from_a_table_what_it_would_find(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert made(tmp_path).returncode == 0
    monkeypatch.setattr(openings, "SHIPPED", tmp_path)
    openings.shipped.cache_clear()
    try:
        for now in unfinished(SMALL, 5)[::60]:
            searched = Solver().core(SMALL).solve(now)
            answered = solve(now)
            assert (answered.value, answered.moves, answered.best) == (searched.value, searched.moves, searched.best)
            in_table = now.board.count(0) > SMALL.cells - 5
            assert (answered.engine == "table") == in_table, now
            played = SMALL.cells - now.board.count(0)
            assert answered.line == searched.line[: 5 - played] or not in_table, now
            assert solve(now, Ranking.EARLIEST_END).engine == "core"
    finally:
        openings.shipped.cache_clear()


def test_a_table_answers_whoever_begins() -> None:
    for columns in ("", "4", "41", "4432", "71352"):
        after = {side: game("connect4").start(side) for side in "XO"}
        for column in columns:
            after = {side: now.play(now.move(column)) for side, now in after.items()}
        assert after["X"].board != after["O"].board or not columns
        value = SHIPPED.value(after["X"])
        assert value is not None and value == SHIPPED.value(after["O"]), columns


def each_once(most: int) -> Iterator[Position]:
    """Every position of Connect Four that is not over after so many plies or fewer, one of two mirror images."""
    level = {b"": game("connect4").start()}
    for _ in range(most + 1):
        yield from level.values()
        after = (now.play(move) for now in level.values() for move in now.legal_moves)
        level = {min(now.board, mirrored(now.board)): now for now in after if now.outcome is None}


def mirrored(board: bytes) -> bytes:
    return b"".join(board[row : row + 7][::-1] for row in range(0, 42, 7))


@pytest.mark.parametrize(
    ("plies", "positions"), [(4, 719), pytest.param(SHIPPED.plies, len(SHIPPED), marks=pytest.mark.slow)]
)
def test_the_table_of_connect_four_says_what_bitbully_does(plies: int, positions: int) -> None:
    """In every position up to so many plies, by a search of theirs that ends in their database of twelve plies."""
    theirs, seen = BitBullyCore(BitBullyDatabases.get_database_path("12-ply-dist")), 0
    for now in each_once(plies):
        board = BoardCore()
        assert board.setBoard([list(now.board[row : row + 7]) for row in range(0, 42, 7)])
        score = theirs.mtdf(board, 0)
        distance = board.movesLeft() if score == 0 else BitBullyCore.scoreToMovesLeft(score, board)
        assert SHIPPED.value(now) == Value(Result((score > 0) - (score < 0)), distance), now
        seen += 1
    assert seen == positions


def test_the_documents_say_how_far_the_table_goes() -> None:
    text = (Path(__file__).parents[2] / "docs" / "connect4.md").read_text()
    assert f"every position up to {SHIPPED.plies} plies" in " ".join(text.split())
