"""How a value shows itself in a notebook, although this room does not know how anything is drawn.

Pictures are made in `explain`, which imports this room and not the other way round. So `explain.notebook` says here
who draws what, and is looked for by name when the first picture is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

Kind = TypeVar("Kind")

_DRAWN_BY: dict[type, Callable[[Any], str]] = {}


def register(kind: type[Kind], draw: Callable[[Kind], str]) -> None:
    """Says what draws values of a kind."""
    _DRAWN_BY[kind] = draw


def picture(value: object) -> str:
    """The value as SVG."""
    if type(value) not in _DRAWN_BY:
        import_module("..explain.notebook", __package__)
    return _DRAWN_BY[type(value)](value)
