"""`noughts judge`: JUDGE or GAME from standard input, for any game of the family."""

from __future__ import annotations

from typing import Annotated

import typer

from ..games import game
from ..protocols import conversation


def register(app: typer.Typer) -> None:
    app.command("judge")(_judge)


def _judge(
    which: Annotated[str, typer.Option("--game", metavar="GAME", help="Game to answer for.")] = "tictactoe",
    times: Annotated[bool, typer.Option("--times", help="Print '# TIMES_MS: alg=...' before the answer.")] = False,
) -> None:
    """Answer JUDGE or play GAME on standard input.

    \b
    noughts judge < examples/judge-empty.txt
    noughts judge --times < examples/judge-block.txt
    """
    raise typer.Exit(conversation.run(0, which=game(which), times=times))
