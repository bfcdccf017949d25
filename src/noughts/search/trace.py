"""What a search did, node by node: explanations and tree pictures are made from this."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ..games import Move, Position


@dataclass
class TraceNode:
    """One visit: the window on arrival, the score on leaving, and the moves cut off after the last child."""

    index: int
    parent: int | None
    move: Move | None
    position: Position
    alpha: int
    beta: int
    score: int = 0
    cut: int = 0
    note: str = ""
    children: list[int] = field(default_factory=list)

    @property
    def bound(self) -> Literal["exact", "at most", "at least"]:
        """What the score says about the true one, by the contract of the search."""
        if self.score <= self.alpha:
            return "at most"
        return "at least" if self.score >= self.beta else "exact"


class Event(NamedTuple):
    """One step of the search: a node entered, left, or cut short."""

    kind: Literal["enter", "leave", "cut"]
    node: int


class Trace:
    """The nodes in the order of arrival, and the events in the order in which they happened."""

    def __init__(self) -> None:
        self.nodes: list[TraceNode] = []
        self.events: list[Event] = []
        self._open: list[TraceNode] = []

    def enter(self, position: Position, move: Move | None, alpha: int, beta: int) -> None:
        parent = self._open[-1] if self._open else None
        node = TraceNode(len(self.nodes), parent.index if parent else None, move, position, alpha, beta)
        if parent:
            parent.children.append(node.index)
        self.nodes.append(node)
        self._open.append(node)
        self.events.append(Event("enter", node.index))

    def cut(self, moves_left: int) -> None:
        self._open[-1].cut = moves_left
        self.events.append(Event("cut", self._open[-1].index))

    def note(self, text: str) -> None:
        """Says why the open node was not searched, for instance that the table knew it."""
        self._open[-1].note = text

    def leave(self, score: int) -> None:
        node = self._open.pop()
        node.score = score
        self.events.append(Event("leave", node.index))

    def children(self, node: TraceNode) -> Iterator[TraceNode]:
        return (self.nodes[index] for index in node.children)

    def __len__(self) -> int:
        return len(self.nodes)
