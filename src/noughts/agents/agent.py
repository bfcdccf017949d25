"""What an agent is, and agents by name."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Protocol

from ..errors import MisuseError, NoughtsError
from ..games import Move, Position
from ..language import _

# The page calls them level 1, 2 and 3.
DEPTHS = {"easy": 1, "medium": 2, "hard": 3}
LEVELS = "easy, medium, hard, perfect, depth:N (looks N plies ahead; easy is 1, medium 2, hard 3), random"


class Agent(Protocol):
    """Anything that answers a position with a move."""

    @property
    def name(self) -> str: ...

    def choose(self, position: Position) -> Move:
        """A legal move; the game must not be over."""
        ...


def agent_named(name: str, seed: int | None = None, *, also: Sequence[str] = ()) -> Agent:
    """The agent called `easy`, `medium`, `hard`, `perfect`, `depth:N` or `random`.

    With a seed, chance plays the same way every time. Names that the caller accepts `also` are listed in the error.
    """
    from .limited import Limited
    from .perfect import Perfect
    from .random_agent import Random

    if not isinstance(name, str):
        raise MisuseError(f"found {name!r:.60}, expected the name of an agent, such as agent_named('depth:2')")
    kind, _colon, depth = name.strip().lower().partition(":")
    if kind == "perfect" and not depth:
        return Perfect()
    if kind == "random" and not depth:
        return Random(seed)
    if kind in DEPTHS and not depth:
        return Limited(DEPTHS[kind], seed)
    if kind == "depth" and depth.isascii() and depth.isdigit() and len(depth) <= 2 and int(depth) >= 1:
        return Limited(int(depth), seed)
    raise NoughtsError(_no_such_level(name, also))


def _no_such_level(name: str, also: Sequence[str]) -> str:
    accepted = [*DEPTHS, "perfect", "random", "depth:2", *also]
    nearest = get_close_matches(name.strip().lower(), accepted, n=1)
    if nearest:
        problem = _("no level is called {name}; did you mean {nearest}? There are {levels}")
    else:
        problem = _("no level is called {name}; there are {levels}")
    levels = ", ".join((LEVELS, *also))
    return problem.format(name=repr(name[:40]), nearest=repr(nearest[0]) if nearest else "", levels=levels)
