"""Calls of our functions on a worker: a payload of plain data goes there, and an answer of plain data comes back.

A payload names its function, which must be one of `FUNCTIONS`. This module imports nothing else of ours, so that a
worker with another version of the package can say so before it runs anything.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pkgutil import resolve_name
from typing import Any

import msgpack

FUNCTIONS = frozenset({"noughts.cluster.grading:run", "noughts.cluster.proving:search", "noughts.cluster.proving:stop"})


def pack(demands: Any, function: Callable[..., Any], *arguments: Any) -> bytes:
    """The payload of a call. Only plain data can be packed."""
    return bytes(msgpack.packb([demands, name_of(function), arguments]))


def name_of(function: Callable[..., Any]) -> str:
    return f"{function.__module__}:{function.__qualname__}"


def run(payload: bytes) -> bytes:
    """On a worker: the answer to a payload, which is the worker's address, why it is incompatible, and the result."""
    from distributed import get_worker

    demands, name, arguments = msgpack.unpackb(payload)
    incompatible = check(demands)
    result = function_named(name)(*arguments) if incompatible is None else None
    return bytes(msgpack.packb([str(get_worker().address), incompatible, result]))


def unpack(answer: bytes) -> tuple[str, str | None, Any]:
    address, incompatible, result = msgpack.unpackb(answer)
    return address, incompatible, result


def check(demands: Any) -> str | None:
    """On a worker: why it does not meet the demands; None if it does."""
    try:
        from . import compatibility
    except Exception as error:  # the package is too old to have it, or too new for this Python
        from .. import __version__

        return f"noughts {__version__} there cannot be used: {error}"
    return compatibility.why_incompatible(demands)


def stop(name: str, *arguments: Any) -> None:
    """On a worker: calls a function, if its module is in use there."""
    if name.partition(":")[0] in sys.modules:
        function_named(name)(*arguments)


def function_named(name: str) -> Callable[..., Any]:
    """The function of ours that a payload names."""
    if name not in FUNCTIONS:
        raise ValueError(f"{name} is not a function for workers")
    function: Callable[..., Any] = resolve_name(name)
    return function
