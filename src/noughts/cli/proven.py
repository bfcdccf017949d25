"""Answers that come from a certificate: what several commands say about them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..engine.strategies import LARGE, Answer, Strategy, strategy_for
from ..errors import EngineError
from ..explain import proof_marks
from ..explain.proof_picture import claim, of_proof
from ..games import Position
from ..search import Solution
from . import output

CertificateOption = Annotated[
    Path | None,
    typer.Option("--certificate", "-c", metavar="FILE", help="Answer from this proof; `noughts prove` makes them."),
]


def look_up(asked: Position, certificate: Path | None) -> tuple[Solution, Answer | None] | None:
    """From the certificate given, which must speak of the position; or from one that is part of the package."""
    if certificate is None and asked.game.cells < LARGE:
        return None
    strategy = strategy_for(asked, certificate)
    found = None if strategy is None else strategy.solution(asked)
    if found is None and certificate is not None:
        raise EngineError(f"{certificate}: says nothing about {asked}, which does not follow from its strategy")
    return found


def show(solution: Solution, answer: Answer | None) -> None:
    """The board with the pairs or the threat sequence on it, the result, and the move in words."""
    console, position = output.console(), solution.position
    labels = {}
    if answer is not None:
        labels = proof_marks.labels(position.board, answer.pairs, answer.sequence, answer.cell)
    console.print(output.draw(position, labels))
    console.print(f"{claim(solution, answer)}.", style="bold", markup=False)
    if answer is not None:
        console.print(f"{answer.why}", markup=False)
    console.print(f"({solution.engine}, {solution.seconds:.3f} s)", style="dim")


__all__ = ["LARGE", "CertificateOption", "Strategy", "claim", "look_up", "of_proof", "show", "strategy_for"]
