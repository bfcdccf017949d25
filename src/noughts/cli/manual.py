"""`noughts man`: the manual page, made from the texts of the help."""

from __future__ import annotations

import typer

from .. import __version__
from .command_tree import Command, Parameter, commands


def register(app: typer.Typer) -> None:
    def manual() -> None:
        """Print the manual page.

        \b
        noughts man               # to read it: noughts man | man -l -
        """
        typer.echo(page(commands(app), str(app.info.help), str(app.info.epilog)), nl=False)

    app.command("man")(manual)


def page(tree: list[Command], about: str, epilog: str) -> str:
    lines = [
        f'.TH NOUGHTS 1 "" "noughts {__version__}" "User commands"',
        ".SH NAME",
        r"noughts \- perfect play for the tic-tac-toe family",
        ".SH SYNOPSIS",
        r".B noughts",
        r"[\fICOMMAND\fR] [\fIARGUMENTS\fR]",
        ".SH DESCRIPTION",
        _text(about),
        ".PP",
        "Without a command it offers a game at a terminal, and answers JUDGE or GAME from a pipe.",
        ".PP",
        _text(epilog),
        ".SH COMMANDS",
    ]
    for command in tree:
        usage = " ".join([command.name, *(rf"\fI{_text(each.metavar)}\fR" for each in command.arguments)])
        lines += [f".SS {usage}"]
        for paragraph in command.help.split("\n\n"):
            if paragraph.startswith("\b"):  # examples, each on a line of its own
                lines += [".PP", ".nf", *map(_text, paragraph.split("\n")[1:]), ".fi"]
            else:
                lines += [".PP", _text(" ".join(paragraph.split()))]
        for parameter in (*command.arguments, *command.options):
            if parameter.help:
                lines += [".TP", _heading(parameter), _text(parameter.help)]
    lines += [".SH EXIT STATUS", "0: done. 1: the answer is no. 2: bad input."]
    return "\n".join(lines) + "\n"


def _heading(parameter: Parameter) -> str:
    names = ", ".join(rf"\fB{_text(name)}\fR" for name in parameter.names)
    value = "" if parameter.kind == "flag" else rf"\fI{_text(parameter.metavar)}\fR"
    return f"{names} {value}".strip()


def _text(text: str) -> str:
    """Plain text for roff: its signs are escaped, also at the start of a line."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    escaped = "".join(sign if sign.isascii() else rf"\[u{ord(sign):04X}]" for sign in escaped)
    return rf"\&{escaped}" if escaped[:1] in (".", "'") else escaped
