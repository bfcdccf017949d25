"""`noughts bench`: node counts of the compiled core on fixed positions, to detect changes."""

from __future__ import annotations

import typer
from rich.table import Table

from ..explain import words
from ..proofs import signature
from . import output
from .inputs import JsonOption


def register(app: typer.Typer) -> None:
    app.command("bench")(_bench)


def _bench(json: JsonOption = False) -> None:
    """Solve and prove a fixed set of positions with the compiled core and count the nodes.

    The total is the same on every machine: it is the signature of the search and the provers.

    \b
    noughts bench
    noughts bench --json
    """
    with output.errors().status("solving and proving", spinner="dots"):
        measured = list(signature.measure())
    nodes, seconds = sum(row.nodes for row in measured), sum(row.seconds for row in measured)
    if json:
        rows = [
            {
                "task": row.task,
                "game": row.position.game.name,
                "position": row.position.text,
                "ranking": None if row.ranking is None else str(row.ranking),
                "result": row.result,
                "nodes": row.nodes,
                "seconds": round(row.seconds, 6),
            }
            for row in measured
        ]
        output.print_json({"signature": nodes, "seconds": round(seconds, 6), "positions": rows})
        return
    console = output.console()
    table = Table("task", "game", "position", "ranking", "result", "nodes", "seconds", box=None, header_style="dim")
    for column in (5, 6):
        table.columns[column].justify = "right"
    for row in measured:
        empty = not any(row.position.board)
        place = f"empty, {row.position.to_move}" if empty else row.position.text
        ranking, took = "" if row.ranking is None else str(row.ranking), f"{row.seconds:.3f}"
        table.add_row(row.task, row.position.game.name, place, ranking, row.result, f"{row.nodes:,}", took)
    console.print(table)
    console.print(f"\n{words.speed(nodes, nodes / seconds)}, {words.short_time(seconds)}")
