"""`noughts race`: every algorithm of the ladder on one position."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import log10
from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import NotationError, SearchStopped
from ..explain import words
from ..explain.report import value_json
from ..games import O, Position, Ranking, Value, X, game as game_named
from ..search import LADDER, Search
from ..search.progress import ProgressFunction
from . import output, pictures, tables
from .inputs import GameArgument, JsonOption, LadderRankingOption, LenientOption, PositionArgument, read_position
from .tables import Column

_SHORTEST_BAR, _LONGEST_BAR = 8, 60
_OPEN = "░"  # a bar that goes on where nobody has looked


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
    ranking: LadderRankingOption = Ranking.QUICKEST,
    nodes: Annotated[int, typer.Option(metavar="N", min=1, help="Node limit of each algorithm.")] = 1_000_000,
    grow: Annotated[bool, typer.Option("--grow", help="Use empty boards from 3x3 to 4x4 instead.")] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Draw a .svg or .png picture instead of the table."),
    ] = None,
    lenient: LenientOption = False,
    json: JsonOption = False,
) -> None:
    """Compare the algorithms of the ladder on one position.

    \b
    noughts race tictactoe 'X__/_O_/___ X'
    noughts race --grow --nodes 10000      # from 3x3 to 4x4
    noughts race tictactoe --out race.svg
    """
    pictures.check(out)
    positions = _growing(game, position) if grow else [read_position(game, position, lenient)]
    heats = []
    for start in positions:
        rungs = []
        for algorithm in LADDER:
            with output.working(f"{start.game.name} {algorithm.name}" if grow else algorithm.name) as progress:
                rungs.append(run(algorithm, start, ranking, nodes, progress))
        heats.append((start, rungs))
    if out is not None:
        _draw(heats, out)
    if json:
        written = [
            {
                "game": start.game.name,
                "position": start.text,
                "ranking": str(ranking),
                "rungs": [_json(rung) for rung in rungs],
            }
            for start, rungs in heats
        ]
        output.print_json(written if grow else written[0])
    elif out is None:
        for start, rungs in heats:
            _print(start, rungs, nodes, start.game.name if grow else "")


def _growing(name: str, position: list[str] | None) -> list[Position]:
    """Empty boards from 3×3 to 4×4: of m,n,k games, or of Tic-Tac-Total."""
    if position:
        raise NotationError("--grow races on empty boards; leave the position out")
    plain, misere, _ = name.partition("+misere")
    rules = game_named(plain)
    if rules.is_total:
        names: tuple[str, ...] = ("t3", "t3:4")
    elif rules.marks == ((X,), (O,)) and len(rules.shape) == 2:
        names = ("3,3,3", "4,3,3", "4,4,3", "4,4,4")
    else:
        raise NotationError("{name} does not grow; --grow is for m,n,k games and for t3", name=name)
    return [game_named(one + misere).start() for one in names]


def _draw(heats: list[tuple[Position, list[Rung]]], out: Path) -> None:
    from ..explain.race_picture import Heat, RaceEntry, RacePicture

    drawn = []
    for position, rungs in heats:
        values = {rung.value for rung in rungs if rung.value is not None}
        answer = words.capital(words.sentence(values.pop(), position.to_move) if values else words.not_known())
        board = "empty board" if not any(position.board) else position.text
        entries = [RaceEntry(rung.name, rung.nodes, rung.seconds, rung.value is not None) for rung in rungs]
        drawn.append(Heat(f"{position.game.name}, {board}", answer, entries))
    pictures.write(RacePicture(drawn).svg(), out)


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


def _with_bars(rungs: list[Rung], rows: list[list[str]], columns: list[Column], width: int) -> list[list[str]]:
    """The rows with a bar at the end, as long as the screen allows; a lower bound does not look like a count."""
    without = [[*row, ""] for row in rows]
    narrow = tables.lines(columns, [[*row, "█" * _SHORTEST_BAR] for row in rows], width)
    room = width - max(line.cell_len for line in narrow) + _SHORTEST_BAR
    longest = log10(max(rung.nodes for rung in rungs) + 1)
    for rung, row in zip(rungs, without):
        length = max(1, round(min(room, _LONGEST_BAR) * log10(rung.nodes + 1) / longest))
        row[-1] = ("█" if rung.value is not None else _OPEN) * length
    return without


def _json(rung: Rung) -> dict[str, Any]:
    return {
        "name": rung.name,
        "status": "unknown" if rung.value is None else "proven",
        **value_json(rung.value),
        "nodes": rung.nodes,
        "cutoffs": rung.cutoffs,
        "table_hits": rung.table_hits,
        "seconds": round(rung.seconds, 6),
    }


def _print(position: Position, rungs: list[Rung], limit: int, name: str = "") -> None:
    console = output.console()
    if name:  # one of several empty boards
        console.print(f"\n{name}", style="bold", markup=False)
    else:
        console.print(output.draw(position))
    columns = [
        Column(),
        Column("nodes", is_number=True),
        Column("fewer", is_number=True),
        Column("cut-offs", is_number=True, spare=2),
        Column("table", is_number=True, spare=3),
        Column("seconds", is_number=True, spare=1),
        Column(),
    ]
    rows, above = [], None
    for rung in rungs:
        finished = rung.value is not None and above is not None and above.value is not None
        factor = f"{above.nodes / rung.nodes:.1f}×" if finished and above is not None else ""
        nodes = f"{rung.nodes:,}" if rung.value is not None else f"over {limit:,}"
        hits = f"{rung.table_hits:,}" if rung.table_hits else ""
        rows.append([rung.name, nodes, factor, f"{rung.cutoffs:,}", hits, f"{rung.seconds:.3f}"])
        above = rung
    for line in tables.lines(columns, _with_bars(rungs, rows, columns, console.width), console.width):
        console.print(line, no_wrap=True)
    says = "Bars: nodes, on a log scale."
    if any(rung.value is None for rung in rungs):
        says += f" {_OPEN * 3} was stopped: it needs more, and how many is not known."
    console.print(says, style="dim", markup=False)
    values = {rung.value for rung in rungs if rung.value is not None}
    for value in values:
        console.print(f"{words.capital(words.sentence(value, position.to_move))}.")
    if not values:
        console.print("Not known yet. This is not a draw: every search was stopped; --nodes allows more.")
