"""`solve(position)`: exact values from the fastest engine that is installed."""

from __future__ import annotations

from ..errors import EngineError
from ..games import Position, Ranking
from ..search import Search, Solution, Symmetry
from .core import DEFAULT_MEMORY, Core, ProgressFunction, why_missing


def solve(
    position: Position,
    ranking: Ranking | str = Ranking.QUICKEST,
    *,
    algorithm: type[Search] | None = None,
    value_only: bool = False,
    node_limit: int | None = None,
    time_limit: float | None = None,
    memory: int = DEFAULT_MEMORY,
    threads: int = 1,
    progress: ProgressFunction | None = None,
) -> Solution:
    """The value of a position, of every move, the best set and the principal line.

    The compiled core answers where it is installed, otherwise the top of the ladder; `engine` in the solution says
    which. An `algorithm` of the ladder can be asked for by name. With `value_only` just win, draw or loss is found.

    Where `node_limit` or `time_limit` (in seconds) does not suffice, `SearchStopped` is raised: nothing follows about
    the value then, except what its `solution` says. `memory`, `threads` and `progress` matter to the core only.
    """
    if algorithm is None and why_missing() is None:
        core = Core(position.game, memory=memory, threads=threads)
        if value_only:
            return core.result(position, node_limit=node_limit, time_limit=time_limit, progress=progress)
        return core.solve(position, ranking, node_limit=node_limit, time_limit=time_limit, progress=progress)
    if time_limit is not None:
        raise EngineError(f"only the compiled core keeps a time limit: {why_missing() or 'an algorithm was asked for'}")
    ladder = (algorithm or Symmetry)(Ranking(ranking), node_limit=node_limit)
    return ladder.solve_result(position) if value_only else ladder.solve(position)
