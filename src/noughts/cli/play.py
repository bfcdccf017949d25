"""`noughts play`: a game in the terminal, with undo, hints and a replay."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..agents import Agent, agent_named
from ..agents.agent import LEVELS
from ..errors import NoughtsError
from ..games import Game, Position, game, position
from ..language import _, speaking
from . import output, proven
from .adviser import Adviser
from .after_game import AfterGame
from .inputs import LanguageOption, read_language
from .person import Person, named_side
from .terminal_game import Quit, TerminalGame

_INTERRUPTED = 130


def register(app: typer.Typer) -> None:
    app.command("play")(_play)


def _play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Game to play.")] = "tictactoe",
    side: Annotated[
        str | None, typer.Option("--side", metavar="SIDE", help="Your side: X or O, odd or even, first or second.")
    ] = None,
    first: Annotated[str | None, typer.Option("--first", metavar="SIDE", help="Side that moves first.")] = None,
    level: Annotated[
        str,
        typer.Option("--level", metavar="LEVEL", help=f"Opponent: {LEVELS}, or person (two people at one keyboard)."),
    ] = "perfect",
    start: Annotated[
        str | None, typer.Option("--position", metavar="POSITION", help="Starting position: 'XX_/OO_/___ X'.")
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Random seed.")] = None,
    certificate: proven.CertificateOption = None,
    speaks: LanguageOption = None,
) -> None:
    """Play a game in the terminal.

    \b
    noughts play                        # tic-tac-toe against a perfect opponent
    noughts play t3 --side even --level easy
    noughts play qubic --level person   # two people at one keyboard
    """
    run(game, side, first, level, start, seed, certificate, speaks)


def run(
    name: str,
    side: str | None = None,
    first: str | None = None,
    level: str = "perfect",
    start: str | None = None,
    seed: int | None = None,
    certificate: Path | None = None,
    speaks: str | None = None,
) -> None:
    with speaking(read_language(speaks)):
        person = Person(output.console())
        try:
            _play_games(person, name, side, first, level, start, seed, certificate)
        except Quit:
            person.console.print(_("Goodbye."))
        except EOFError:
            person.console.print("\n" + _("End of input; goodbye."))
        except KeyboardInterrupt:
            person.console.print("\n" + _("Goodbye."))
            raise typer.Exit(_INTERRUPTED) from None


def _play_games(
    person: Person,
    name: str,
    side: str | None,
    first: str | None,
    level: str,
    start: str | None,
    seed: int | None,
    certificate: Path | None,
) -> None:
    rules = game(name)  # all that was given is checked before anything is asked
    opponent = _opponent(level, side, seed)
    begin = _begin(rules, start, first)
    you = None if side is None else named_side(side, rules, "--side")
    adviser = Adviser(certificate)
    if certificate is not None and adviser.proof(begin or rules.start(), ()) is None:
        raise NoughtsError("{file}: not a proof from this position", file=certificate)
    if opponent is not None and you is None:
        you = person.choose_side(_("Your side"), rules)
    begin = begin or rules.start(person.choose_side(_("Who starts"), rules))
    while True:
        one = TerminalGame(person, begin, you, opponent, adviser)
        one.play()
        after = AfterGame(person, one)
        after.says()
        if not after.is_again():
            return
        person.console.print()


def _opponent(level: str, side: str | None, seed: int | None) -> Agent | None:
    if level.strip().lower() != "person":
        return agent_named(level, seed, also=("person",))
    if side is not None:
        raise NoughtsError("--side has no meaning when two people play")
    return None


def _begin(rules: Game, start: str | None, first: str | None) -> Position | None:
    """Where the game begins, if that was given; otherwise who starts is still to be asked."""
    if start is not None and first is not None:
        raise NoughtsError("give --first or --position, not both: a position names the side to move")
    if start is not None:
        begin = position(rules, start)
        if begin.outcome is not None:
            raise NoughtsError("the game is over: {how}", how=begin.outcome.summary)
        return begin
    return None if first is None else rules.start(named_side(first, rules, "--first"))
