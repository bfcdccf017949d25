"""`noughts bench`: the signature of the compiled core."""

from __future__ import annotations

import typer
from rich.table import Table

from ..engine import signature
from . import output
from .inputs import JsonOption


def register(app: typer.Typer) -> None:
    app.command("bench")(_bench)


def _bench(json: JsonOption = False) -> None:
    """Solve a fixed set of positions with the compiled core and count the nodes.

    The total is the same on every machine: it is the signature of the search.
    """
    with output.errors().status("solving", spinner="dots"):
        measured = list(signature.measure())
    nodes, seconds = sum(row.nodes for row in measured), sum(row.seconds for row in measured)
    if json:
        rows = [
            {
                "game": row.position.game.name,
                "position": str(row.position),
                "ranking": str(row.ranking),
                "result": row.result,
                "nodes": row.nodes,
                "seconds": round(row.seconds, 6),
            }
            for row in measured
        ]
        output.print_json({"signature": nodes, "seconds": round(seconds, 6), "positions": rows})
        return
    console = output.console()
    table = Table("game", "position", "ranking", "result", "nodes", "seconds", box=None, header_style="dim")
    for column in (4, 5):
        table.columns[column].justify = "right"
    for row in measured:
        empty = not any(row.position.board)
        place = f"empty, {row.position.to_move}" if empty else str(row.position)
        ranking, took = str(row.ranking), f"{row.seconds:.3f}"
        table.add_row(row.position.game.name, place, ranking, row.result, f"{row.nodes:,}", took)
    console.print(table)
    console.print(f"\n{nodes:,} nodes in {seconds:.2f} s, {nodes / seconds:,.0f} a second")
