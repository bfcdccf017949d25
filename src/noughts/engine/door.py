"""`solve(position)`: exact values from the fastest engine that is installed."""

from __future__ import annotations

from ..errors import EngineError
from ..games import Move, Position, Ranking
from ..search import Search, Solution, Threats
from ..search.progress import ProgressFunction
from .core import DEFAULT_MEMORY, Core, why_missing


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
    which. With an `algorithm` that rung of the ladder answers. With `value_only` just win, draw or loss is found.

    Where `node_limit` or `time_limit` (in seconds) does not suffice the status is `bounded` or `unknown`: nothing
    follows about the value then but what `bounds` says. `memory` in bytes, `threads` and `time_limit` are for the
    core. Ctrl-C raises `SearchInterrupted`, which has what is known.
    """
    if algorithm is None and why_missing() is None:
        core = Core(position.game, memory=memory, threads=threads)
        if value_only:
            return core.result(position, node_limit=node_limit, time_limit=time_limit, progress=progress)
        return core.solve(position, ranking, node_limit=node_limit, time_limit=time_limit, progress=progress)
    if time_limit is not None:
        reason = why_missing() if algorithm is None else f"{algorithm.name} was asked for"
        raise EngineError(f"only the compiled core keeps a time limit ({reason})")
    ladder = (algorithm or Threats)(Ranking.named(ranking), node_limit=node_limit, progress=progress)
    return ladder.solve_result(position) if value_only else ladder.solve(position)


def best(position: Position, ranking: Ranking | str = Ranking.QUICKEST) -> list[Move]:
    """The best moves alone, the preferred one first; none if the game is over. Costs less than `solve`."""
    if position.outcome is not None:
        return []
    if why_missing() is None:
        return Core(position.game).best(position, ranking)
    return Threats(Ranking.named(ranking)).best(position)[1]
