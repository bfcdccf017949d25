"""`noughts table`: every position of a small game with its value, distance and best moves, in a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from ..engine.tables import FORMATS, StrongTable, check_name
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

_LARGE = 100_000_000  # bytes: a file that is announced, and asked about at a terminal


def register(app: typer.Typer) -> None:
    app.command("table")(_table)


def _table(
    game: GameArgument = "tictactoe",
    position: PositionArgument = None,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help=f"File to write: {', '.join(FORMATS)}.")
    ] = ...,  # type: ignore[assignment]
    ranking: RankingOption = Ranking.QUICKEST,
    memory: MemoryOption = "1G",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Write large files without asking.")] = False,
    lenient: LenientOption = False,
) -> None:
    """Write every reachable position to a file, one per row, with its value.

    Columns: position, result (for the side to move), distance (plies to the end), best (moves as row and column).

    \b
    noughts table tictactoe --out tictactoe.csv
    noughts table tictactoe 'XX_/OO_/___ X' --out part.jsonl
    """
    check_name(out)
    start = read_position(game, position, lenient)
    console = output.errors()
    with Progress(console=console, disable=not console.is_terminal) as bar:
        solving = bar.add_task("solving", total=1.0)
        table = StrongTable(
            start, ranking, memory=read_memory(memory), progress=lambda part: bar.update(solving, completed=part)
        )
        bar.update(solving, completed=1.0)
    if not _is_wanted(table, out, yes):
        raise typer.Exit(1)
    with Progress(console=console, disable=not console.is_terminal) as bar:
        writing = bar.add_task("writing", total=1.0)
        table.write(out, progress=lambda part: bar.update(writing, completed=part))
        bar.update(writing, completed=1.0)
    output.console().print(f"{len(table):,} positions in {out}")


def _is_wanted(table: StrongTable, out: Path, yes: bool) -> bool:
    """Whether to go on: a large file is announced, and at a terminal asked about."""
    size = table.size_of_file(out) if len(table) * len(table.start.text) > _LARGE // 10 else 0
    if size < _LARGE:
        return True
    about = "at most " if out.suffix.lower() == ".parquet" else ""
    output.errors().print(f"{out}: {len(table):,} positions, {about}{size / 1e6:,.0f} MB", markup=False)
    return yes or not sys.stdin.isatty() or typer.confirm("Write it?", err=True)
