"""Answers that come from a certificate: what several commands say about them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..engine.strategies import Answer, Strategy, strategy_for
from ..errors import EngineError
from ..games import Position
from ..search import Solution
from . import output

CertificateOption = Annotated[
    Path | None,
    typer.Option("--certificate", "-c", metavar="FILE", help="Answer from this proof; `noughts prove` makes them."),
]
LARGE = 28  # cells: below that the search says more than a certificate does


def look_up(asked: Position, certificate: Path | None) -> tuple[Solution, Answer | None] | None:
    """From the certificate given, which must speak of the position; or from one that is part of the package."""
    if certificate is None and asked.game.cells < LARGE:
        return None
    strategy = strategy_for(asked, certificate)
    found = None if strategy is None else strategy.solution(asked)
    if found is None and certificate is not None:
        raise EngineError(f"{certificate}: says nothing about {asked}, which does not follow from its strategy")
    return found


def labels(answer: Answer) -> dict[int, str]:
    """What an answer rests on, for the empty cells of a board: equal letters for a pair, numbers for a sequence."""
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    named = {cell: letters[at] for at, pair in enumerate(answer.pairs) for cell in pair}
    return named | {cell: str(at) for at, cell in enumerate(answer.sequence, 1)}


def show(solution: Solution, answer: Answer | None) -> None:
    """The board with the pairs or the threat sequence on it, the result, and the move in words."""
    console, position = output.console(), solution.position
    console.print(output.draw(position, None if answer is None else labels(answer)))
    if solution.result is not None:
        console.print(f"[bold]{position.to_move} {output.VERBS[solution.result]}[/bold], by the proof.")
    else:
        other = position.game.opponent[position.to_move]
        kept = other if answer is not None else position.to_move
        console.print(f"[bold]{kept} does not win[/bold], by the proof.")
    if answer is not None:
        console.print(f"{answer.why}", markup=False)
    console.print(f"({solution.engine}, {solution.seconds:.3f} s)", style="dim")


__all__ = ["CertificateOption", "Strategy", "labels", "look_up", "show", "strategy_for"]
