"""What is wrong with the arguments of a command, in our own words: what, where, what is accepted, and the nearest.

Typer's errors differ from version to version. From them comes only which option or argument is meant; the rest is
read from our commands.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

import typer

from ..errors import Message, NoughtsError, either
from .command_tree import Command, Parameter, commands


def problem(error: Any, arguments: list[str], app: typer.Typer) -> NoughtsError:
    """The error for arguments that Typer refused."""
    tree = commands(app)
    command = next((each for each in tree if arguments[:1] == [each.name]), None)
    kinds = {kind.__name__ for kind in type(error).__mro__}
    if "NoSuchOption" in kinds:
        return _no_such_option(error.option_name, command)
    if "BadOptionUsage" in kinds:
        return _wrong_use(error.option_name, command)
    parameter = _parameter(error, command)
    if parameter is not None and "MissingParameter" in kinds:
        usage = either(parameter.choices) if parameter.choices else _usage(command)
        if parameter.names:
            usage = f"{_shown(parameter)} {parameter.metavar}"
        return NoughtsError("{name} is missing: {usage}", name=_shown(parameter), usage=usage)
    if parameter is not None:
        return _wrong_value(parameter, _value(parameter, arguments))
    if command is None and arguments:
        return _no_such_command(arguments[0], [each.name for each in tree])
    extra = re.search(r"\(([^()]*)\)$", error.format_message())
    if command is not None and extra is not None:
        return NoughtsError(
            "unexpected argument {found}; expected {usage}", found=extra.group(1), usage=_usage(command)
        )
    return NoughtsError(error.format_message())


def _no_such_command(name: str, names: list[str]) -> NoughtsError:
    near, shown, listed = get_close_matches(name, names, n=1), repr(name[:40]), ", ".join(names)
    if near:
        return NoughtsError(
            "no command is called {name}; did you mean {nearest}? There are {names}",
            name=shown,
            nearest=near[0],
            names=listed,
        )
    return NoughtsError("no command is called {name}; there are {names}", name=shown, names=listed)


def _no_such_option(option: str, command: Command | None) -> NoughtsError:
    called = "noughts" if command is None else f"noughts {command.name}"
    options = ("--version",) if command is None else tuple(name for each in command.options for name in each.names)
    near = get_close_matches(option, [*options, "--help"], n=1)
    values = {"option": option[:40], "command": called, "help": f"{called} --help"}
    if near:
        return NoughtsError("{command} has no option {option}; did you mean {nearest}?", nearest=near[0], **values)
    return NoughtsError("{command} has no option {option}; {help} lists them", **values)


def _wrong_use(option: str, command: Command | None) -> NoughtsError:
    """A value that is missing, or given to a flag."""
    parameter = next((each for each in command.options if option in each.names), None) if command else None
    if parameter is not None and parameter.kind != "flag":
        return NoughtsError("{option} needs a value: {usage}", option=option, usage=f"{option} {parameter.metavar}")
    return NoughtsError("{option} takes no value", option=option)


def _wrong_value(parameter: Parameter, value: str) -> NoughtsError:
    values = {"option": _shown(parameter), "value": value[:40]}
    if not parameter.choices:
        return NoughtsError("{option} {value}: expected {expected}", expected=_number(parameter), **values)
    near, expected = get_close_matches(value, parameter.choices, n=1), either(parameter.choices)
    if not near:
        return NoughtsError("{option} {value}: expected {expected}", expected=expected, **values)
    return NoughtsError(
        "{option} {value}: did you mean {nearest}? Expected {expected}", nearest=near[0], expected=expected, **values
    )


def _number(parameter: Parameter) -> Message:
    least, most = parameter.least, parameter.most
    if not parameter.is_whole:
        if least is not None and most is not None:
            return Message("a number from {least} to {most}", least=least, most=most)
        return Message("a number") if least is None else Message("a number, {least} or more", least=least)
    if least is None:
        return Message("a whole number")
    if most is None:
        return Message("a whole number, {least} or more", least=least)
    return Message("a whole number from {least} to {most}", least=least, most=most)


def _parameter(error: Any, command: Command | None) -> Parameter | None:
    name = getattr(getattr(error, "param", None), "name", None)
    if command is None or name is None:
        return None
    return next((each for each in (*command.options, *command.arguments) if each.name == name), None)


def _shown(parameter: Parameter) -> str:
    return next((name for name in parameter.names if name.startswith("--")), parameter.metavar)


def _value(parameter: Parameter, arguments: list[str]) -> str:
    """What was given, as it was typed."""
    for at in reversed(range(1, len(arguments))):
        option, equals, value = arguments[at].partition("=")
        if equals and option in parameter.names:
            return value
        if arguments[at - 1] in parameter.names:
            return arguments[at]
    return next((word for word in arguments[1:] if not word.startswith("-")), "")


def _usage(command: Command | None) -> str:
    assert command is not None
    return " ".join(("noughts", command.name, *(each.metavar for each in command.arguments)))
