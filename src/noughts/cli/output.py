"""How boards and values look in a terminal; what they are called, `explain.words` says."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.text import Text

from ..explain import words
from ..games import Move, Position, Result
from ..games.notation import drawn
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
            status.update(f"{what}: {words.speed(now.nodes, now.rate)}, {words.duration(now.seconds)}{moves}")

        yield progress


def draw(position: Position, labels: dict[int, str] | None = None, last: Move | None = None) -> Text:
    """The board with its coordinates; `labels` stand in empty cells, the last move is underlined."""
    text = Text()
    for piece in drawn.pieces(position, labels):
        if piece.cell == drawn.SPACE:
            text.append(piece.text)
        else:
            text.append(piece.text, style="dim" if piece.cell == drawn.FRAME else _style(position, piece.cell, last))
    return text


def _style(position: Position, cell: int, last: Move | None) -> str:
    mark, game, outcome = position.board[cell], position.game, position.outcome
    if not mark:
        return "dim"
    style = "bold magenta" if game.owner.get(mark) == game.sides[1] else "bold"
    if outcome is not None and outcome.line is not None:
        return f"{style} reverse" if cell in outcome.line else "dim"
    return f"{style} underline" if last is not None and last.cell == cell else style
