"""How boards and values look in a terminal; what they are called, `explain.words` says."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.text import Text

from ..games import Move, Position, Result
from ..search.progress import Progress, ProgressFunction

STYLES = {Result.WIN: "bold blue", Result.DRAW: "dim", Result.LOSS: "red"}


def console() -> Console:
    return Console(highlight=False, emoji=False, soft_wrap=not sys.stdout.isatty())


def errors() -> Console:
    return Console(stderr=True, highlight=False, emoji=False)


def print_json(data: object) -> None:
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


@contextmanager
def working(what: str) -> Iterator[ProgressFunction]:
    """Shows on a terminal that work goes on; the function it gives is told how far."""
    with errors().status(what, spinner="dots") as status:

        def progress(now: Progress) -> None:
            moves = f", {now.done} of {now.total} moves" if now.total else ""
            status.update(f"{what}: {now.nodes:,} nodes, {now.seconds:.0f} s, {now.rate:,.0f} a second{moves}")

        yield progress


def draw(position: Position, labels: dict[int, str] | None = None, last: Move | None = None) -> Text:
    """The board with its coordinates; `labels` stand in empty cells, the last move is underlined."""
    game = position.game
    *_, rows, columns = game.shape
    layers = game.cells // (rows * columns)
    width = max([len(game.symbol(mark)) for mark in game.all_marks] + [len(label) for label in (labels or {}).values()])
    drawn = Text()
    for layer in range(layers):
        if layers > 1:
            drawn.append(f"{'' if layer == 0 else chr(10)}layer {layer + 1}\n", style="dim")
        drawn.append("    " + " ".join(f"{column + 1:^{width + 2}}" for column in range(columns)) + "\n", style="dim")
        for row in range(rows):
            if row:
                drawn.append("    " + "┼".join("─" * (width + 2) for _ in range(columns)) + "\n", style="dim")
            drawn.append(f"{row + 1:>3} ", style="dim")
            for column in range(columns):
                cell = (layer * rows + row) * columns + column
                if column:
                    drawn.append("│", style="dim")
                drawn.append(" ")
                drawn.append_text(_cell(position, cell, width, labels or {}, last))
                drawn.append(" ")
            drawn.append("\n")
    return drawn


def _cell(position: Position, cell: int, width: int, labels: dict[int, str], last: Move | None) -> Text:
    mark, game = position.board[cell], position.game
    if not mark:
        return Text(f"{labels.get(cell, ' '):^{width}}", style="dim")
    style = "bold magenta" if game.owner.get(mark) == game.sides[1] else "bold"
    outcome = position.outcome
    if outcome is not None and outcome.line is not None:
        style = f"{style} reverse" if cell in outcome.line else "dim"
    elif last is not None and last.cell == cell:
        style += " underline"
    return Text(f"{game.symbol(mark):^{width}}", style=style)
