"""The environment keeps to PettingZoo's contract, and its games and values are ours."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test

import noughts
from noughts.errors import IllegalMove, MisuseError
from noughts.games import Result
from noughts.rl import Environment

GAMES = ("tictactoe", "tictactoe+misere", "wild", "notakto", "t3", "numerical", "cube:2", "4,3,3")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore::UserWarning")  # of values that are not between 0 and 1
def test_it_keeps_the_contract(name: str) -> None:
    api_test(Environment(name), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_a_game_of_ours(name: str) -> None:
    chance = random.Random(name)
    environment = Environment(name)
    environment.reset()
    position = noughts.Position(name)
    while position.outcome is None:
        assert environment.agent_selection == position.to_move
        seen = environment.observe(position.to_move)
        legal = {environment.move(action) for action in seen["action_mask"].nonzero()[0]}
        assert legal == set(position.legal_moves)
        own, others = seen["observation"]
        assert bytes((own + others).flatten().tolist()) == position.board
        move = chance.choice(list(position.legal_moves))
        assert environment.move(environment.action(move)) == move
        position = position.play(move)
        environment.step(environment.action(move))
    assert all(environment.terminations.values())
    winner = position.outcome.winner
    for side, reward in environment.rewards.items():
        assert reward == (0 if winner is None else 1 if side == winner else -1)
        assert environment._cumulative_rewards[side] == reward
    for _ in range(2):  # both are told
        environment.step(None)
    assert environment.agents == []


def test_the_oracle_says_what_solve_says() -> None:
    environment = Environment()
    position = noughts.Position("tictactoe", "XX_/OO_/___ X")
    environment.reset(options={"position": position})
    values = environment.values()
    assert {environment.move(action): value for action, value in values.items()} == position.solve().moves
    best = max(values, key=lambda action: values[action])
    assert values[best].result is Result.WIN
    environment.step(best)
    assert environment.rewards == {"X": 1.0, "O": -1.0}


def test_what_makes_no_sense_is_refused() -> None:
    environment = Environment(render_mode="ansi")
    environment.reset()
    environment.step(4)
    assert "X" in str(environment.render())
    with pytest.raises(IllegalMove, match="taken by X"):
        environment.step(4)
    with pytest.raises(MisuseError, match="render mode"):
        Environment(render_mode="human")
    with pytest.raises(MisuseError, match="cannot begin"):
        environment.reset(options={"position": noughts.Position("t3")})


def test_without_pettingzoo_the_message_says_what_to_install() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import noughts.rl"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith("ImportError: noughts.rl needs pettingzoo: pip install 'noughts[rl]'\n")
