"""The command line. Only this room imports Typer and Rich."""

from __future__ import annotations

import inspect
import os
import shutil
import sys
import textwrap

import typer

from .. import language
from ..errors import NoughtsError
from ..protocols.main import CLOSED_PIPE
from . import (
    bench,
    encoding,
    explain,
    games,
    grade,
    judge,
    match,
    play,
    prove,
    race,
    review,
    solve,
    table,
    tree,
    usage,
    web,
)
from .helpers import register_helpers
from .inputs import read_language
from .plain_help import PlainCommand, PlainGroup

app = typer.Typer(
    cls=PlainGroup,
    help="Perfect play for the tic-tac-toe family: solve it, play it, see why, grade it.",
    epilog=(
        "GAME is tictactoe, 7,7,5 (rows, columns, in a row), t3, t3:4, t3:3,6,13 (size, largest number, target), "
        "qubic, cube:3, connect4, wild, notakto or numerical. Add +misere to any of them, +drop to those without "
        "numbers, or give a TOML file. "
        "POSITION is the rows joined by /, then the side to move: 'XX_/OO_/___ X'. "
        "Exit codes: 0 done, 1 the answer is no, 2 bad input."
    ),
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (play, judge, review, solve, explain, race, tree, grade, match, prove, table, games, web, bench):
    command.register(app)
register_helpers(app)
for _info in app.registered_commands:  # the whole summary in the list of commands; otherwise it is cut off
    _info.cls = PlainCommand
    _info.short_help = (inspect.getdoc(_info.callback) or "").partition("\n\n")[0].replace("\n", " ")


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Show version, engine and commit."),
) -> None:
    if version:
        from .version import version_line

        typer.echo(version_line())
        raise typer.Exit()
    if context.invoked_subcommand is None:
        from .greeting import greet

        greet()
        play.run("tictactoe")


def _said(error: NoughtsError) -> str:
    """In the language of the command, or of the environment."""
    with language.speaking(read_language(None)):
        return language.said(error)


def _complain(text: str) -> None:
    """One line; in a terminal, as many as it takes without breaking a word."""
    text = f"noughts: {text}"
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns
        text = textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)
    sys.stderr.write(f"{text}\n")


def main(arguments: list[str]) -> int:
    """Runs a command; the result is the exit code. Errors are one line on standard error, never a traceback."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123
    for name in ("COLUMNS", "LINES"):
        if not os.environ.get(name, "1").strip("0 "):  # a terminal without a size: nothing would be printed
            del os.environ[name]
    encoding.prepare()
    try:
        result = app(arguments, prog_name="noughts", standalone_mode=False)
        sys.stdout.flush()
    except NoughtsError as error:
        _complain(_said(error))
        return 2
    except BrokenPipeError:  # whoever read our output has gone; Python must not complain about it at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return CLOSED_PIPE
    except OSError as error:
        file = f"{error.filename}: " if error.filename else ""
        _complain(f"{file}{error.strerror or error}")
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 2
    except Exception as error:
        # What the parser finds wrong with the arguments.
        if not hasattr(error, "format_message") or not hasattr(error, "exit_code"):
            raise
        _complain(_said(usage.problem(error, arguments, app)))
        return int(error.exit_code)
    return result if isinstance(result, int) else 0
