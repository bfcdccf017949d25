"""Methods of positions and solutions whose work is done in later rooms: `solve`, `prove`, `explain`, pictures.

Imports point the other way: later rooms import this one. So such a method looks its function up by name, at each call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from ..errors import MisuseError


def from_later_room(module: str, name: str) -> Any:
    return getattr(import_module(f"..{module}", __package__), name)


def expect_arguments(given: Iterable[str], function: Callable[..., Any], name: str) -> None:
    """Refuses names that are no arguments of the function, and suggests the nearest: `time_limit` for `time`."""
    accepted: Iterable[str] = getattr(function, "__kwdefaults__", None) or ()
    for argument in given:
        if argument not in accepted:
            from difflib import get_close_matches

            close = get_close_matches(argument, accepted, n=1, cutoff=0.5)
            names = ", ".join(accepted)
            if not close:
                raise MisuseError(
                    "{name} has no argument {argument}; it takes {names}", name=name, argument=argument, names=names
                )
            raise MisuseError(
                "{name} has no argument {argument}; did you mean {nearest}? It takes {names}",
                name=name,
                argument=argument,
                nearest=close[0],
                names=names,
            )
