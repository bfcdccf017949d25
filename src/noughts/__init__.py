"""Perfect play for the tic-tac-toe family: solve it, play it, see why, grade it.

>>> from noughts import position, solve
>>> str(solve(position("tictactoe", "XX_/OO_/___ X")).value)
'win in 1'

Names are imported when they are first used, so that `import noughts` costs next to nothing.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .engine import solve as solve
    from .errors import (
        GameError as GameError,
    )
    from .errors import (
        IllegalMove as IllegalMove,
    )
    from .errors import (
        NotationError as NotationError,
    )
    from .errors import (
        NoughtsError as NoughtsError,
    )
    from .errors import (
        SearchStopped as SearchStopped,
    )
    from .errors import (
        UnreachablePosition as UnreachablePosition,
    )
    from .games import (
        Game as Game,
    )
    from .games import (
        Move as Move,
    )
    from .games import (
        Outcome as Outcome,
    )
    from .games import (
        Position as Position,
    )
    from .games import (
        Ranking as Ranking,
    )
    from .games import (
        Result as Result,
    )
    from .games import (
        SameMark as SameMark,
    )
    from .games import (
        SumTo as SumTo,
    )
    from .games import (
        Value as Value,
    )
    from .games import (
        game as game,
    )
    from .games import (
        position as position,
    )
    from .search import LADDER as LADDER
    from .search import Cost as Cost
    from .search import Solution as Solution
    from .search import Status as Status
    from .search import Trace as Trace

__version__ = "0.1.0"

_HOMES = {
    "engine": ("solve",),
    "errors": (
        "GameError",
        "IllegalMove",
        "NotationError",
        "NoughtsError",
        "SearchStopped",
        "UnreachablePosition",
    ),
    "games": (
        "Game",
        "Move",
        "Outcome",
        "Position",
        "Ranking",
        "Result",
        "SameMark",
        "SumTo",
        "Value",
        "game",
        "position",
    ),
    "search": ("LADDER", "Cost", "Solution", "Status", "Trace"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'noughts' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *_HOME_OF]
