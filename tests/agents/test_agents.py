"""Agents answer with legal moves; the perfect one never loses, the limited one sees as far as it says."""

from __future__ import annotations

import pytest

from noughts.agents import Agent, Limited, Perfect, Random, agent_named
from noughts.errors import NoughtsError, SearchStopped
from noughts.games import Position, game, position


def play(first: Agent, second: Agent, start: Position) -> str | None:
    """Who wins when two agents play."""
    agents = dict(zip(start.game.sides, (first, second)))
    while start.outcome is None:
        start = start.play(agents[start.to_move].choose(start))
    return start.outcome.winner


@pytest.mark.parametrize("name", ["tictactoe", "tictactoe+misere", "notakto", "wild", "4,3,3"])
def test_legal_moves_only(name: str) -> None:
    for seed in range(5):
        play(Random(seed), Limited(2, seed), game(name).start())


def test_perfect_play_never_loses() -> None:
    for seed in range(20):
        assert play(Perfect(), Random(seed), game("tictactoe").start()) != "O"
        assert play(Limited(3, seed), Perfect(), game("tictactoe").start()) != "X"
    assert play(Perfect(), Perfect(), game("tictactoe").start()) is None


def test_perfect_play_wins_what_is_won() -> None:
    for seed in range(10):
        assert play(Perfect(), Random(seed), game("4,3,3").start()) == "X"
        assert play(Perfect(), Limited(2, seed), game("wild").start()) == "first"


def test_perfect_play_does_not_guess() -> None:
    with pytest.raises(SearchStopped):
        Perfect(node_limit=100).choose(game("5,5,4").start())


def test_one_ply_sees_a_win_and_two_plies_see_a_threat() -> None:
    won = position("tictactoe", "XX_/OO_/___ X")
    assert all(Limited(1, seed).choose(won).cell == 2 for seed in range(10))
    threatened = position("tictactoe", "XX_/_O_/___ O")
    assert all(Limited(2, seed).choose(threatened).cell == 2 for seed in range(10))
    assert any(Limited(1, seed).choose(threatened).cell != 2 for seed in range(10))


def test_the_same_seed_plays_the_same_game() -> None:
    start = game("tictactoe").start()
    assert [Random(7).choose(start) for _ in range(3)] == [Random(7).choose(start)] * 3


def test_agents_by_name() -> None:
    assert [agent_named(name).name for name in ("perfect", "depth:3", "random")] == ["perfect", "depth:3", "random"]
    assert [agent_named(name).name for name in ("easy", "medium", " HARD")] == ["depth:1", "depth:2", "depth:3"]
    for bad in ("", "depth", "depth:0", "depth:x", "perfect:2", "depth:²", "god"):
        with pytest.raises(NoughtsError, match="easy, medium, hard, perfect, depth:N"):
            agent_named(bad)
