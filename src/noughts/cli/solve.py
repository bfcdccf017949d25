"""`noughts solve`: the exact value of a position and of every move."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

import typer
from rich.text import Text

from .. import solver
from ..explain import words
from ..explain.board_picture import of_solution
from ..explain.proof_picture import of_proof
from ..explain.report import solution_json
from ..games import Ranking
from ..games.notation import moves as move_notation
from ..search import SearchInterrupted, Solution, Source, Status
from . import output, pictures, proven, tables
from .inputs import (
    GameArgument,
    JsonOption,
    LenientOption,
    MemoryOption,
    NodesOption,
    PositionArgument,
    RankingOption,
    read_memory,
    read_position,
)
from .tables import Cell, Column

_OTHER_LINES = 5  # besides the board and the moves


def register(app: typer.Typer) -> None:
    app.command("solve")(_solve)


def _solve(
    game: GameArgument = "tictactoe",
    position: PositionArgument = None,
    ranking: RankingOption = Ranking.QUICKEST,
    nodes: NodesOption = None,
    value_only: Annotated[
        bool,
        typer.Option("--value-only", help="Find win, draw or loss without the distance: much faster on large boards."),
    ] = False,
    time: Annotated[float | None, typer.Option(metavar="SECONDS", min=0, help="Time limit (compiled core).")] = None,
    threads: Annotated[int, typer.Option(metavar="N", min=1, max=256, help="Threads of the compiled core.")] = 1,
    memory: MemoryOption = "256M",
    certificate: proven.CertificateOption = None,
    out: pictures.OutOption = None,
    lenient: LenientOption = False,
    json: JsonOption = False,
) -> None:
    """Find who wins and how soon, and the value of every move.

    \b
    noughts solve tictactoe 'XX_/OO_/___ X'
    noughts solve 4,4,3 --value-only
    noughts solve t3 --out board.svg
    """
    pictures.check(out)
    start = read_position(game, position, lenient)
    stopped = False
    try:
        with output.working("solving") as progress:
            solution = solver.solve(
                start,
                ranking,
                value_only=value_only,
                node_limit=nodes,
                time_limit=time,
                memory=read_memory(memory),
                threads=threads,
                progress=progress,
                certificate=certificate,
            )
    except SearchInterrupted as interruption:
        solution, stopped = interruption.solution, True
    if json:
        output.print_json(solution_json(solution))
    elif solution.source is Source.PROOF:
        proven.show(solution)
    else:
        _print(solution)
    if out is not None:
        picture = of_proof(solution) if solution.source is Source.PROOF else of_solution(solution)
        pictures.write(picture.svg(), out)
    if stopped:
        raise typer.Exit(130)


def _print(solution: Solution) -> None:
    console, position, value = output.console(), solution.position, solution.value
    game = position.game
    console.print(output.draw(position))
    if position.outcome is not None:
        console.print(f"The game is over: {position.outcome.summary}.")
        return
    if value is not None:
        console.print(f"[bold]{words.capital(words.sentence(value, position.to_move))}[/bold].")
    elif solution.result is not None:
        is_stopped = solution.status is not Status.PROVEN or solution.source is not Source.SEARCH
        reason = "is not known: the search was stopped" if is_stopped else "was not asked for"
        result = words.capital(words.result_sentence(solution.result, position.to_move))
        console.print(f"[bold]{result}[/bold]; how soon {reason}.")
    else:
        console.print(words.not_known_sentence(solution))
        if solution.source is Source.RULES:
            console.print(solution.because, style="dim")
    if solution.moves:
        _print_moves(solution)
    if solution.line:
        line = "  ".join(move_notation.describe(move, game) for move in solution.line)
        is_cut = value is not None and len(solution.line) < value.distance  # a table knows how it begins
        console.print(f"\nBest play: {line}{'  …' if is_cut else ''}", markup=False)
    console.print(f"({solution.engine}, {words.cost(solution.cost.nodes, solution.seconds)})", style="dim")


def _print_moves(solution: Solution) -> None:
    """A row for every move; where that would scroll the result away, a row for each value."""
    position, console = solution.position, output.console()
    ranked = sorted(solution.moves.items(), key=lambda item: solution.ranking.key(item[1]), reverse=True)
    board = output.draw(position).plain.count("\n")
    if console.is_terminal and len(ranked) + board + _OTHER_LINES > console.height:
        for worth, group in groupby(ranked, key=lambda item: item[1]):
            moves = " · ".join(move_notation.typed(move, position.game) for move, _ in group)
            result = (f"{words.result_sign(worth.result)} in {worth.distance}: ", output.STYLES[worth.result])
            console.print(Text.assemble(result, moves))
        return
    columns = [Column(), Column("move"), Column("result"), Column("plies")]
    rows: list[list[Cell]] = []
    for move, worth in ranked:
        best = "best" if move in solution.best else ""
        result_text = Text(words.result_sign(worth.result), style=output.STYLES[worth.result])
        rows.append([best, move_notation.typed(move, position.game), result_text, str(worth.distance)])
    tables.show(console, columns, rows)
