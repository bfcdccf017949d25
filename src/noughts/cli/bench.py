"""`noughts bench`: node counts of the compiled core on fixed positions, to detect changes."""

from __future__ import annotations

import typer

from ..explain import words
from ..proofs import signature
from . import output, tables
from .inputs import JsonOption
from .tables import Column


def register(app: typer.Typer) -> None:
    app.command("bench")(_bench)


def _bench(json: JsonOption = False) -> None:
    """Count the nodes of the compiled core on fixed positions, to detect changes.

    The total is the same on every machine. It is the signature of the search and the provers.

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
    columns = [
        Column("task", spare=3),
        Column("game", is_name=True),
        Column("position", is_name=True, spare=2),
        Column("ranking", is_name=True, spare=1),
        Column("result"),
        Column("nodes", is_number=True),
        Column("seconds", is_number=True, spare=4),
    ]
    table: list[list[str]] = []
    for row in measured:
        empty = not any(row.position.board)
        place = f"empty, {row.position.to_move}" if empty else row.position.text
        ranking, took = "" if row.ranking is None else str(row.ranking), f"{row.seconds:.3f}"
        table.append([row.task, row.position.game.name, place, ranking, row.result, f"{row.nodes:,}", took])
    tables.show(console, columns, table)
    console.print(f"\n{words.speed(nodes, nodes / seconds)}, {words.short_time(seconds)}")
