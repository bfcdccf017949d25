"""What an agent is, and agents by name."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Protocol

from ..errors import Message, MisuseError, NoughtsError, joined
from ..games import Move, Position

# The page calls them level 1, 2 and 3.
DEPTHS = {"easy": 1, "medium": 2, "hard": 3}
LEVELS = Message("easy, medium, hard, perfect, depth:N (looks N plies ahead; easy is 1, medium 2, hard 3), random")


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
        raise MisuseError(
            "found {found}, expected the name of an agent, such as {call}",
            found=f"{name!r:.60}",
            call="agent_named('depth:2')",
        )
    kind, _colon, depth = name.strip().lower().partition(":")
    if kind == "perfect" and not depth:
        return Perfect()
    if kind == "random" and not depth:
        return Random(seed)
    if kind in DEPTHS and not depth:
        return Limited(DEPTHS[kind], seed)
    if kind == "depth" and depth.isascii() and depth.isdigit() and len(depth) <= 2 and int(depth) >= 1:
        return Limited(int(depth), seed)
    raise _no_such_level(name, also)


def _no_such_level(name: str, also: Sequence[str]) -> NoughtsError:
    accepted = [*DEPTHS, "perfect", "random", "depth:2", *also]
    nearest = get_close_matches(name.strip().lower(), accepted, n=1)
    shown, levels = repr(name[:40]), joined((LEVELS, *also))
    if not nearest:
        return NoughtsError("no level is called {name}; there are {levels}", name=shown, levels=levels)
    return NoughtsError(
        "no level is called {name}; did you mean {nearest}? There are {levels}",
        name=shown,
        nearest=repr(nearest[0]),
        levels=levels,
    )
