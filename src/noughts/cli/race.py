"""`noughts race`: every algorithm of the ladder on one position."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import log10
from typing import Annotated, Any

import typer
from rich.table import Table

from ..errors import SearchStopped
from ..games import Position, Ranking, Value
from ..search import LADDER, Search
from ..search.progress import ProgressFunction
from . import output
from .inputs import GameArgument, JsonOption, LenientOption, PositionArgument, read_position

_BAR = 24


@dataclass(frozen=True)
class Rung:
    """How one algorithm did; `value` is None where the node limit stopped it."""

    name: str
    value: Value | None
    nodes: int
    cutoffs: int
    table_hits: int
    seconds: float


def register(app: typer.Typer) -> None:
    app.command("race")(_race)


def _race(
    game: GameArgument = "tictactoe",
    position: PositionArgument = None,
    ranking: Annotated[Ranking, typer.Option(help="quickest, or earliest-end with win/draw/loss scores.")] = (
        Ranking.QUICKEST
    ),
    nodes: Annotated[int, typer.Option(min=1, help="Stop an algorithm after so many nodes.")] = 1_000_000,
    lenient: LenientOption = False,
    json: JsonOption = False,
) -> None:
    """Compare the algorithms of the ladder on one position.

    noughts race tictactoe
    """
    asked = read_position(game, position, lenient)
    rungs = []
    for algorithm in LADDER:
        with output.working(algorithm.name) as progress:
            rungs.append(run(algorithm, asked, ranking, nodes, progress))
    if json:
        output.print_json(
            {
                "game": asked.game.name,
                "position": str(asked),
                "ranking": str(ranking),
                "rungs": [_json(r) for r in rungs],
            }
        )
    else:
        _print(asked, rungs, nodes)


def run(
    algorithm: type[Search],
    position: Position,
    ranking: Ranking,
    limit: int,
    progress: ProgressFunction | None = None,
) -> Rung:
    """One algorithm on one position: its value alone, not that of every move."""
    search = algorithm(ranking, node_limit=limit, progress=progress)
    started = time.perf_counter()
    try:
        value = search.value(position)
    except SearchStopped:
        value = None
    seconds = time.perf_counter() - started
    return Rung(algorithm.name, value, search.nodes, search.cutoffs, search.table_hits, seconds)


def _json(rung: Rung) -> dict[str, Any]:
    return {
        "name": rung.name,
        "status": "unknown" if rung.value is None else "proven",
        "result": None if rung.value is None else str(rung.value.result),
        "distance": None if rung.value is None else rung.value.distance,
        "nodes": rung.nodes,
        "cutoffs": rung.cutoffs,
        "table_hits": rung.table_hits,
        "seconds": round(rung.seconds, 6),
    }


def _print(position: Position, rungs: list[Rung], limit: int) -> None:
    console = output.console()
    console.print(output.draw(position))
    table = Table(box=None, header_style="dim", pad_edge=False)
    for header in ("", "nodes (log scale)", "", "fewer", "cut-offs", "table", "seconds"):
        table.add_column(header, justify="left" if header in ("", "nodes (log scale)") else "right")
    longest = log10(max(rung.nodes for rung in rungs) + 1)
    above: Rung | None = None
    for rung in rungs:
        bar = "█" * max(1, round(_BAR * log10(rung.nodes + 1) / longest))
        finished = rung.value is not None and above is not None and above.value is not None
        factor = f"{above.nodes / rung.nodes:.1f}×" if finished and above is not None else ""
        nodes = f"{rung.nodes:,}" if rung.value is not None else f"over {limit:,}"
        hits = f"{rung.table_hits:,}" if rung.table_hits else ""
        table.add_row(rung.name, bar, nodes, factor, f"{rung.cutoffs:,}", hits, f"{rung.seconds:.3f}")
        above = rung
    console.print(table)
    values = {rung.value for rung in rungs if rung.value is not None}
    for value in values:
        console.print(f"\n{output.sentence(value, position.to_move)}.")
    if not values:
        console.print("\nNot known yet. This is not a draw: every search was stopped; --nodes allows more.")
