"""A pool whose units are calls of the functions for tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from noughts.cluster.compatibility import Demands, demands
from noughts.cluster.connection import Connection
from noughts.cluster.worker_pool import WorkerPool


class Call(NamedTuple):
    name: str | int
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class Calls(WorkerPool[Call, Any]):
    """Results are what the functions return, or why a unit failed, as text."""

    def __init__(self, connection: Connection, needed: Demands | None = None) -> None:
        super().__init__(connection, needed or demands())

    def give(self, name: str | int, function: Callable[..., Any], *arguments: Any) -> None:
        self.submit(Call(name, function, arguments))

    def call(self, unit: Call) -> tuple[Any, ...]:
        return unit.function, *unit.arguments

    def result(self, unit: Call, data: Any, worker: str) -> Any:
        return data

    def failure(self, unit: Call, reason: str) -> Any:
        return reason
