"""`noughts solve`: the exact value of a position and of every move."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from .. import engine
from ..engine.report import as_json
from ..explain.board_picture import of_solution
from ..games import Ranking, Result
from ..games.notation import moves as move_notation
from ..search import SearchInterrupted, Solution, Status
from . import output, pictures, proven
from .inputs import (
    GameArgument,
    JsonOption,
    LenientOption,
    MemoryOption,
    PositionArgument,
    read_memory,
    read_position,
)


def register(app: typer.Typer) -> None:
    app.command("solve")(_solve)


def _solve(
    game: GameArgument,
    position: PositionArgument = None,
    ranking: Annotated[
        Ranking, typer.Option(help="quickest: win sooner, lose later; earliest-end: whoever moves, the sooner end.")
    ] = Ranking.QUICKEST,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="Stop after so many nodes; the value is unknown then.")
    ] = None,
    value_only: Annotated[
        bool, typer.Option("--value-only", help="Win, draw or loss only: much cheaper on large boards.")
    ] = False,
    time: Annotated[float | None, typer.Option(min=0, help="Stop after so many seconds (compiled core only).")] = None,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Threads of the compiled core.")] = 1,
    memory: MemoryOption = "256M",
    certificate: proven.CertificateOption = None,
    out: pictures.OutOption = None,
    lenient: LenientOption = False,
    json: JsonOption = False,
) -> None:
    """Say who wins, how soon, and what every move is worth.

    noughts solve tictactoe 'XX_/OO_/___ X'
    """
    pictures.check(out)
    asked = read_position(game, position, lenient)
    wants_search = certificate is None and (nodes is not None or time is not None)
    known = None if wants_search else proven.look_up(asked, certificate)
    if known is not None:
        if json:
            output.print_json(as_json(known[0]))
        else:
            proven.show(*known)
        if out is not None:
            pictures.write(proven.of_proof(*known), out)
        return
    stopped = False
    try:
        with output.working("solving") as progress:
            solution = engine.solve(
                asked,
                ranking,
                value_only=value_only,
                node_limit=nodes,
                time_limit=time,
                memory=read_memory(memory),
                threads=threads,
                progress=progress,
            )
    except SearchInterrupted as interruption:
        solution, stopped = interruption.solution, True
    if json:
        output.print_json(as_json(solution))
    else:
        _print(solution)
    if out is not None:
        pictures.write(of_solution(solution), out)
    if stopped:
        raise typer.Exit(130)


def _print(solution: Solution) -> None:
    console, position, value = output.console(), solution.position, solution.value
    game = position.game
    console.print(output.draw(position))
    if position.outcome is not None:
        console.print(f"The game is over: {position.outcome}.")
        return
    cost = f"{solution.engine}, {solution.cost.nodes:,} nodes, {solution.seconds:.3f} s"
    if value is not None:
        console.print(f"[bold]{output.sentence(value, position.to_move)}[/bold].")
    elif solution.result is not None:
        reason = "was not asked for" if solution.status is Status.PROVEN else "is not known: the search was stopped"
        console.print(f"[bold]{position.to_move} {output.VERBS[solution.result]}[/bold]; how soon {reason}.")
    else:
        at_least = ", but at least a draw" if solution.bounds[0] is Result.DRAW else ""
        console.print(f"Not known yet{at_least}. This is not a draw: the search was stopped.")
    if solution.moves:
        _print_moves(solution)
    if solution.line:
        line = "  ".join(move_notation.describe(move, game) for move in solution.line)
        console.print(f"\nBest play: {line}", markup=False)
    console.print(f"({cost})", style="dim")


def _print_moves(solution: Solution) -> None:
    position = solution.position
    table = Table("", move_notation.pattern(position), "result", "plies", box=None, header_style="dim", pad_edge=False)
    ranked = sorted(solution.moves.items(), key=lambda item: solution.ranking.key(item[1]), reverse=True)
    for move, worth in ranked:
        best = "best" if move in solution.best else ""
        result = f"{output.SIGNS[worth.result]} {worth.result}"
        style = output.STYLES[worth.result]
        table.add_row(best, move_notation.write_move(move, position), f"[{style}]{result}[/]", str(worth.distance))
    output.console().print(table)
