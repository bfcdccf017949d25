"""Matches: every opening, both sides, a cross table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from noughts.agents import Perfect
from noughts.games import game
from noughts.grade import match

from . import agents
from .running import Done, run_here


def run(folder: Path, *arguments: str) -> Done:
    return run_here(folder, "match", *arguments)


def test_the_openings_are_all_positions_after_the_first_plies() -> None:
    rules = game("tictactoe")
    assert [len(match.openings(rules, plies)) for plies in range(3)] == [1, 9, 72]


def test_perfect_play_draws_with_itself_where_the_opening_is_drawn() -> None:
    rules = game("tictactoe")
    for opening in match.openings(rules, 1):
        played = match.play(match.Player.ours(Perfect()), match.Player.ours(Perfect()), opening)
        assert (played.winner, played.plies, played.forfeit) == (None, 8, "")


def test_a_cross_table_of_functions(tmp_path: Path) -> None:
    for flaw in ("perfect", "first_empty", "off_by_one"):
        (tmp_path / f"{flaw}.py").write_text(agents.source(flaw, "functional"))
    done = run(tmp_path, "perfect.py", "first_empty.py", "off_by_one.py", "--json")
    assert done.code == 0, done.err
    data = json.loads(done.out)
    players = {player["name"]: player for player in data["players"]}
    assert list(players) == ["perfect.py", "first_empty.py", "off_by_one.py", "perfect"]
    assert len(data["games"]) == 6 * 9 * 2
    for one in players.values():
        for other, score in one["against"].items():
            mirrored = players[other]["against"][one["name"]]
            assert (score["won"], score["drawn"], score["lost"]) == (
                mirrored["lost"],
                mirrored["drawn"],
                mirrored["won"],
            )
            assert sum(score.values()) == 18
    assert players["perfect.py"]["against"]["perfect"] == {"won": 0, "drawn": 18, "lost": 0}
    assert players["first_empty.py"]["against"]["perfect"]["won"] == 0
    assert players["off_by_one.py"]["forfeits"] > 0 and players["perfect"]["forfeits"] == 0
    assert sum(player["points"] for player in data["players"]) == len(data["games"])


def test_a_program_plays_too_and_the_table_is_printed(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(agents.source("ignores_blocks", "judge"))
    done = run(tmp_path, "program.py", "--plies", "0")
    assert done.code == 0, done.err
    assert "won–drawn–lost against each other" in done.out
    assert "2 games: from the empty board, with both sides" in done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nobody.py",), "nobody.py: there is no such file"),
        (("perfect",), "a match needs at least two players"),
        (("random", "random"), "named twice"),
        (("random", "--game", "7,7,5", "--plies", "3"), "more than 5,000 openings"),
        (("random", "--game", "chess"), "chess"),
    ],
)
def test_bad_input_is_one_clear_line(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    done = run(tmp_path, *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err and done.err.count("\n") == 1
