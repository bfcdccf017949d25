"""The commands about the program itself: what is installed, completion, the manual."""

from __future__ import annotations

import typer

from . import completion, doctor, manual


def register_helpers(app: typer.Typer) -> None:
    for command in (doctor, completion, manual):
        command.register(app)
