"""What an agent is, and agents by name."""

from __future__ import annotations

from typing import Protocol

from ..errors import MisuseError, NoughtsError
from ..games import Move, Position

LEVELS = "perfect, depth:N (looks N plies ahead) or random"


class Agent(Protocol):
    """Anything that answers a position with a move."""

    @property
    def name(self) -> str: ...

    def choose(self, position: Position) -> Move:
        """A legal move; the game must not be over."""
        ...


def agent_named(name: str, seed: int | None = None) -> Agent:
    """The agent called `perfect`, `depth:N` or `random`. With a seed, chance plays the same way every time."""
    from .limited import Limited
    from .perfect import Perfect
    from .random_agent import Random

    if not isinstance(name, str):
        raise MisuseError(f"found {name!r:.60}, expected the name of an agent, such as agent_named('depth:2')")
    kind, _, depth = name.strip().lower().partition(":")
    if kind == "perfect" and not depth:
        return Perfect()
    if kind == "random" and not depth:
        return Random(seed)
    if kind == "depth" and depth.isascii() and depth.isdigit() and len(depth) <= 2 and int(depth) >= 1:
        return Limited(int(depth), seed)
    raise NoughtsError(f"no level is called {name!r}; expected {LEVELS}")
