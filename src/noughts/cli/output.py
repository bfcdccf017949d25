"""How boards and values look in a terminal; what they are called, `explain.words` says."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from rich.console import Console
from rich.text import Text

from ..explain import words
from ..games import Move, Position, Result
from ..games.notation import drawn
from ..language import _
from ..search.progress import Progress, ProgressFunction

_GAP = " "  # between layers; each begins with its row numbers
_LINES_BELOW = 3  # a board: the line that says what was played, and the question
STYLES = {Result.WIN: "bold blue", Result.DRAW: "dim", Result.LOSS: "red"}


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """`main` says with which code we end; rich would end with 1, which is the answer "no"."""
        raise BrokenPipeError


def console() -> Console:
    return _Console(highlight=False, emoji=False, soft_wrap=not sys.stdout.isatty())


def errors() -> Console:
    return _Console(stderr=True, highlight=False, emoji=False)


def print_wrapped(text: str, indent: int = 0) -> None:
    """A text whose further lines are indented in a terminal; elsewhere it is one line."""
    shown = console()
    if shown.is_terminal:
        text = textwrap.fill(
            text,
            shown.width,
            subsequent_indent=" " * indent,
            drop_whitespace=True,
            break_long_words=False,
            break_on_hyphens=False,
        )
    shown.print(text, markup=False)


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


def thinking() -> AbstractContextManager[object]:
    """Shows on a terminal that a move is being found."""
    return errors().status(_("thinking"), spinner="dots")


def draw(
    position: Position,
    labels: dict[int, str] | None = None,
    last: Move | None = None,
    cursor: int | None = None,
    screen: Console | None = None,
) -> Text:
    """The board with its coordinates; `labels` stand in empty cells, the last move is underlined.

    Layers stand side by side as far as the screen is wide. A board that is too wide or too high is drawn tightly.
    """
    width, height = (screen or console()).size
    title = _("layer")
    layers = drawn.layers(position, labels, title=title)
    if not _fits(layers, width, height):
        layers = drawn.layers(position, labels, title=title, tight=True)
    text = Text()
    for number, band in enumerate(_bands(layers, width)):
        text.append("\n" if number else "")
        for row in zip(*band):
            for at, layer in enumerate(row):
                text.append(_GAP if at else "")
                for piece in layer:
                    text.append(piece.text, style=_piece_style(position, piece.cell, last, cursor))
            text.append("\n")
    return text


def _bands(layers: list[list[drawn.Row]], width: int) -> Iterator[list[list[drawn.Row]]]:
    """The layers that stand side by side."""
    count = max(1, (width + len(_GAP)) // (_width(layers) + len(_GAP)))
    for first in range(0, len(layers), count):
        yield layers[first : first + count]


def _fits(layers: list[list[drawn.Row]], width: int, height: int) -> bool:
    lines = sum(len(band[0]) + 1 for band in _bands(layers, width))
    return _width(layers) <= width and (lines + _LINES_BELOW <= height or not sys.stdout.isatty())


def _width(layers: list[list[drawn.Row]]) -> int:
    return sum(len(piece.text) for piece in layers[0][-1])


def _piece_style(position: Position, cell: int, last: Move | None, cursor: int | None) -> str:
    if cell == drawn.SPACE:
        return ""
    style = "dim" if cell == drawn.FRAME else _style(position, cell, last)
    return f"{style} reverse" if cell == cursor else style


def _style(position: Position, cell: int, last: Move | None) -> str:
    mark, game, outcome = position.board[cell], position.game, position.outcome
    if not mark:
        return "dim"
    style = "bold magenta" if game.owner.get(mark) == game.sides[1] else "bold"
    if outcome is not None and outcome.line is not None:
        return f"{style} reverse" if cell in outcome.line else "dim"
    return f"{style} underline" if last is not None and last.cell == cell else style
