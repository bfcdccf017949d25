"""What `noughts` says at a terminal before it offers a game."""

from __future__ import annotations

from .. import language
from ..language import _
from . import output


def greet() -> None:
    with language.speaking(language.of_environment()):
        console = output.console()
        console.print(greeting(console.width) + "\n", markup=False)


def greeting(columns: int = 80) -> str:
    """What one can do, in ten lines at most."""
    commands = (
        ("noughts play 5,5,4", _("play any game of the family")),
        ("noughts solve tictactoe 'XX_/OO_/___ X'", _("the exact value of every move")),
        ("noughts explain tictactoe 'XX_/OO_/___ X'", _("why a move is good")),
        ("noughts grade agent.py", _("grade a program")),
        ("noughts web", _("the page, in a browser")),
        ("noughts --help", _("all commands; also noughts doctor")),
    )
    width = max(len(command) for command, _about in commands)
    lines = [_("Perfect play for the tic-tac-toe family."), ""]
    rows = [f"  {command:{width}}  {about}" for command, about in commands]
    if max(map(len, rows)) > columns:  # each text under its command
        rows = [f"{command}\n  {about}" for command, about in commands]
    lines += rows
    return "\n".join([*lines, "", _("Now a game of tic-tac-toe; Ctrl-C ends it.")])
