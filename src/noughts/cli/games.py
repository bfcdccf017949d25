"""`noughts games`: the family, with each game's shape, lines and symmetries."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.text import Text

from ..engine import core, why_missing
from ..games import EXAMPLES, Game, game
from ..search import LADDER, Threats
from . import output, tables
from .inputs import JsonOption
from .tables import Column


def register(app: typer.Typer) -> None:
    app.command("games")(_games)


def _games(
    which: Annotated[str | None, typer.Argument(metavar="GAME", help="Show only this game.")] = None,
    engines: Annotated[bool, typer.Option("--engine", help="Show which engine solves which games.")] = False,
    json: JsonOption = False,
) -> None:
    """List the games with their boards, lines and symmetries.

    \b
    noughts games
    noughts games 7,7,5
    noughts games --engine
    """
    if engines:
        _print_engines(json)
        return
    listed = {which: ""} if which is not None else EXAMPLES
    rows = [(game(name), about) for name, about in listed.items()]
    if json:
        output.print_json([_json(rules, about) for rules, about in rows])
        return
    console = output.console()
    columns = [
        Column("game"),
        Column("board"),
        Column("length", is_number=True),
        Column("lines", is_number=True),
        Column("symmetries", is_number=True, spare=1),
        Column("sides", spare=2),
    ]
    table = []
    for rules, _ in rows:
        symmetries = str(len(rules.symmetries))
        if len(rules.automorphisms) > len(rules.symmetries):
            symmetries += f" ({len(rules.automorphisms)})"
        shape = "×".join(map(str, rules.shape))
        table.append([rules.name, shape, str(rules.length), str(len(rules.lines)), symmetries, ", ".join(rules.sides)])
    shown = tables.lines(columns, table, console.width)
    for line in shown:
        console.print(line, no_wrap=True)
    if any(")" in line.plain for line in shown):
        console.print("\nIn parentheses: with other permutations of rows and columns that keep the lines.", style="dim")
    if which is None:
        console.print()
        for rules, sentence in rows:
            about = Text.assemble((f"{rules.name}: ", "bold"), sentence)
            console.print(about)


def _json(rules: Game, about: str) -> dict[str, Any]:
    return {
        "game": rules.name,
        "about": about,
        "shape": list(rules.shape),
        "length": rules.length,
        "lines": len(rules.lines),
        "symmetries": len(rules.symmetries),
        "automorphisms": len(rules.automorphisms),
        "sides": list(rules.sides),
        "marks": [list(marks) if rules.has_numbers else list(map(rules.symbol, marks)) for marks in rules.marks],
        "misere": rules.misere,
        "start": rules.start().text,
    }


def _print_engines(json: bool) -> None:
    """Which engines are there, and what each is for."""
    missing = why_missing()
    if json:
        output.print_json(
            {"answers": Threats.name if missing else core.NAME, "core": missing is None, "why_missing": missing}
        )
        return
    console = output.console()
    if missing is None:
        console.print(f"The compiled core ({core.NAME}) answers: all games, strong tables, threads, time limits.")
    else:
        console.print(f"The compiled core is not installed: {missing}", markup=False)
        console.print(f"The top of the ladder ({Threats.name}) answers: all games, slower; no tables, no time limits.")
    rungs = ", ".join(rung.name for rung in LADDER)
    console.print(f"The ladder, in pure Python, is always available: {rungs}.", style="dim")
