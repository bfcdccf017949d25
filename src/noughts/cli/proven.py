"""Answers that come from a certificate: what several commands say about them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..explain import proof_marks, words
from ..search import Solution
from . import output

CertificateOption = Annotated[
    Path | None,
    typer.Option(
        "--certificate", "-c", metavar="FILE", help="Answer from this certificate, written by `noughts prove`."
    ),
]


def show(solution: Solution) -> None:
    """The board with the pairs or the threat sequence on it, the result, and the move in words."""
    console, position, move = output.console(), solution.position, solution.proof_move
    labels = {}
    if move is not None:
        labels = proof_marks.labels(position.board, move.pairs, move.sequence, move.cell)
    console.print(output.draw(position, labels))
    console.print(f"{words.claim(solution)}.", style="bold", markup=False)
    if move is not None:
        console.print(f"{move.why}", markup=False)
    console.print(f"({solution.engine}, {words.exact_time(solution.seconds)})", style="dim")
