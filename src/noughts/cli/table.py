"""`noughts table`: every position of a small game with its value, distance and best moves, in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from ..engine.tables import FORMATS, StrongTable
from ..games import Ranking
from . import output
from .inputs import (
    GameArgument,
    LenientOption,
    MemoryOption,
    PositionArgument,
    RankingOption,
    read_memory,
    read_position,
)


def register(app: typer.Typer) -> None:
    app.command("table")(_table)


def _table(
    game: GameArgument,
    position: PositionArgument = None,
    out: Annotated[Path, typer.Option("--out", "-o", help=f"File to write: {', '.join(FORMATS)}.")] = ...,  # type: ignore[assignment]
    ranking: RankingOption = Ranking.QUICKEST,
    memory: MemoryOption = "1G",
    lenient: LenientOption = False,
) -> None:
    """Write every reachable position to a file, one per row, with its value.

    Columns: position, result (for the side to move), distance (plies to the end), best (moves as row and column).

    noughts table tictactoe --out tictactoe.csv
    """
    start = read_position(game, position, lenient)
    console = output.errors()
    with Progress(console=console, disable=not console.is_terminal) as bar:
        solving = bar.add_task("solving", total=1.0)
        writing = bar.add_task("writing", total=1.0)
        table = StrongTable(
            start, ranking, memory=read_memory(memory), progress=lambda part: bar.update(solving, completed=part)
        )
        bar.update(solving, completed=1.0)
        table.write(out, progress=lambda part: bar.update(writing, completed=part))
        bar.update(writing, completed=1.0)
    output.console().print(f"{len(table):,} positions in {out}")
