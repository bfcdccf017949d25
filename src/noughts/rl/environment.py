"""A game as a PettingZoo environment: two agents take turns, legal actions are masked, and `values` is the oracle."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy
from pettingzoo import AECEnv

from ..errors import MisuseError
from ..games import Game, Move, Position, Value, game as game_named
from ..solver import solve


class Environment(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """Any game of the family, for agents named after its sides.

    An observation is a dictionary. `observation` has two planes of the shape of the board: the marks of the agent that
    looks, then those that only its opponent places; a mark is its number, and 0 is empty. `action_mask` is 1 for each
    legal action of the side to move. An action is a cell, or where its side has a choice of marks
    `cell * len(marks) + mark`: `move` and `action` translate. The winner is rewarded with 1, the loser with -1. An
    illegal action raises IllegalMove.

    >>> from noughts.rl import Environment
    >>> environment = Environment("tictactoe")
    >>> environment.reset()
    >>> environment.agents, environment.agent_selection
    (['X', 'O'], 'X')
    """

    metadata = {"name": "noughts", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012  (PettingZoo's)

    def __init__(self, game: Game | str = "tictactoe", render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise MisuseError(f"no render mode is called {render_mode!r}; it is None or 'ansi'")
        self.game = game_named(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self.possible_agents = list(self.game.sides)
        self.agents: list[str] = []
        spaces = gymnasium.spaces
        planes = spaces.Box(0, max(self.game.all_marks), (2, *self.game.shape), numpy.int8)
        self.observation_spaces = {}
        self.action_spaces = {}
        for side, marks in self.game.marks_of.items():
            actions = self.game.cells * len(marks)
            mask = spaces.Box(0, 1, (actions,), numpy.int8)
            self.observation_spaces[side] = spaces.Dict({"observation": planes, "action_mask": mask})
            self.action_spaces[side] = spaces.Discrete(actions)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[dict[str, Any]]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        return self.action_spaces[agent]

    def move(self, action: int) -> Move:
        """The move that an action of the side to move stands for."""
        marks = self.game.marks_of[self.agent_selection]
        cell, mark = divmod(int(action), len(marks))
        return Move(cell, marks[mark])

    def action(self, move: Move) -> int:
        """The action that stands for a move of the side to move."""
        marks = self.game.marks_of[self.agent_selection]
        return move.cell * len(marks) + marks.index(move.mark)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; `options={"position": ...}` begins elsewhere. Nothing here is random."""
        position = (options or {}).get("position") or self.game.start()
        if not isinstance(position, Position) or position.game != self.game or position.outcome is not None:
            raise MisuseError(f"a game of {self.game.name} cannot begin at {position!r}")
        self.position = position
        self.agents = list(self.possible_agents)
        self.agent_selection = position.to_move
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {side: {} for side in self.agents}

    def step(self, action: int | None) -> None:
        side = self.agent_selection
        if self.terminations[side]:
            self._was_dead_step(action)
            return
        if action is None:
            raise MisuseError("only an agent whose game is over gives None")
        self.position = self.position.play(self.move(action))
        self._cumulative_rewards[side] = 0.0
        outcome = self.position.outcome
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            for one in self.agents if outcome.winner is not None else ():
                self.rewards[one] = 1.0 if one == outcome.winner else -1.0
        self.agent_selection = self.game.opponent[side]
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        board = numpy.frombuffer(self.position.board, numpy.int8).reshape(self.game.shape)
        own = numpy.isin(board, self.game.marks_of[agent])
        mask = numpy.zeros(self.game.cells * len(self.game.marks_of[agent]), numpy.int8)
        if agent == self.agent_selection:
            mask[[self.action(move) for move in self.position.legal_moves]] = 1
        planes = numpy.stack([numpy.where(own, board, 0), numpy.where(own, 0, board)])
        return {"observation": planes.astype(numpy.int8), "action_mask": mask}

    def values(self, **limits: Any) -> dict[int, Value]:
        """The exact value of every action of the side to move, as `solve` finds it; `limits` are those of `solve`."""
        return {self.action(move): value for move, value in solve(self.position, **limits).moves.items()}

    def render(self) -> str | None:
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""
