"""The rules as data, positions, symmetries, notation. Nothing here searches."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

from ..errors import GameError
from .catalogue import EXAMPLES, game, plain_game
from .game import Game, Move, MoveList, MoveTuple, O, X
from .goals import SameMark, SumTo
from .position import Outcome, Position
from .shorthand import position
from .value import Ranking, Result, Value

__all__ = [
    "EXAMPLES",
    "Game",
    "Move",
    "MoveList",
    "MoveTuple",
    "O",
    "Outcome",
    "Position",
    "Ranking",
    "Result",
    "SameMark",
    "SumTo",
    "Value",
    "X",
    "game",
    "plain_game",
    "position",
]


class _Family(ModuleType):
    """This package shows what it holds: `noughts.games` lists the family, and `noughts.games["t3"]` is one of it."""

    def __iter__(self) -> Iterator[str]:
        return iter(EXAMPLES)

    def __len__(self) -> int:
        return len(EXAMPLES)

    def __contains__(self, name: object) -> bool:
        """Whether a game has this name: `"7,7,5" in noughts.games`, although the list has only examples of m,n,k."""
        try:
            return isinstance(name, str) and game(name) is not None
        except GameError:
            return False

    def __getitem__(self, name: str) -> Game:
        return game(name)

    def __repr__(self) -> str:
        width = max(map(len, EXAMPLES))
        return "\n".join(f"{name:<{width}}  {about}" for name, about in EXAMPLES.items())


sys.modules[__name__].__class__ = _Family
