"""The commands as data: their options, arguments and texts, for completion and for the manual."""

from __future__ import annotations

import enum
import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import typer
from typer.models import ArgumentInfo, OptionInfo

FLAG, GAME, FILE, CHOICE, OTHER = "flag", "game", "file", "choice", "other"
_FILES = ("FILE", "DIR", "PATH", "AGENT", "SUBMISSION")


@dataclass(frozen=True)
class Parameter:
    """An option, with its names, or an argument, without; `kind` says what may follow."""

    name: str
    names: tuple[str, ...]
    metavar: str
    help: str
    kind: str
    choices: tuple[str, ...] = ()
    is_whole: bool = False
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True)
class Command:
    name: str
    help: str
    options: tuple[Parameter, ...]
    arguments: tuple[Parameter, ...]

    @property
    def summary(self) -> str:
        """The first paragraph of the help, in one line."""
        return " ".join(self.help.split("\n\n")[0].split())


def commands(app: typer.Typer) -> list[Command]:
    """Every command that is not hidden, in the order of the help. Read from our own functions: how Typer keeps them
    differs from version to version."""
    return [_command(each.name, each.callback) for each in app.registered_commands if not each.hidden]


def _command(name: str | None, function: Any) -> Command:
    hints = get_type_hints(function, include_extras=True)
    parameters = [_parameter(name, hints[name]) for name in inspect.signature(function).parameters]
    options = tuple(parameter for parameter in parameters if parameter.names)
    arguments = tuple(parameter for parameter in parameters if not parameter.names)
    return Command(str(name), inspect.getdoc(function) or "", options, arguments)


def _parameter(name: str, hint: Any) -> Parameter:
    of, info = get_args(hint)
    types = {each for part in (of, *get_args(of)) for each in (part, *get_args(part))}  # within `list[…] | None`
    is_option = isinstance(info, OptionInfo)
    assert is_option or isinstance(info, ArgumentInfo)
    # In an annotation there is no default value, and Typer keeps the first name in its place.
    declared = [each for each in (info.default, *(info.param_decls or ())) if isinstance(each, str)]
    names = tuple(declared or [f"--{name.replace('_', '-')}"]) if is_option else ()
    long = next((each for each in names if each.startswith("--")), name)
    metavar = (info.metavar or long.strip("-").upper()).removesuffix("...")
    choices = tuple(str(member.value) for each in types if _is_enum(each) for member in each)
    if bool in types:
        names, kind = tuple(part for declared in names for part in declared.split("/")), FLAG
    elif metavar == "GAME" or "--game" in names:
        kind = GAME
    elif choices:
        kind = CHOICE
    else:
        kind = FILE if Path in types or any(word in metavar for word in _FILES) else OTHER
    help_text = " ".join((info.help or "").split())
    return Parameter(name, names, metavar, help_text, kind, choices, int in types, info.min, info.max)


def _is_enum(of: Any) -> bool:
    return isinstance(of, type) and issubclass(of, enum.Enum)
