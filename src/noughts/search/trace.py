"""What a search did, node by node: explanations and tree pictures are made from this."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ..games import Move, Position

# Reasons for a score that hold whatever the window is.
_EXACT_NOTES = ("finished", "dead", "wins at once")


@dataclass
class TraceNode:
    """One visit: the window on arrival, the score on leaving, and the moves cut off after the last child.

    The score is None while the node is open, and stays so if the search was stopped there.
    """

    index: int
    parent: int | None
    move: Move | None
    position: Position
    alpha: int
    beta: int
    score: int | None = None
    cut: int = 0
    note: str = ""
    children: list[int] = field(default_factory=list)

    @property
    def bound(self) -> Literal["exact", "at most", "at least", "unknown"]:
        """What the score says about the true one, by the contract of the search."""
        if self.score is None:
            return "unknown"
        if self.note in _EXACT_NOTES or self.alpha < self.score < self.beta:
            return "exact"
        return "at most" if self.score <= self.alpha else "at least"


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

    @contextmanager
    def node(self, position: Position, move: Move | None, alpha: int, beta: int) -> Iterator[TraceNode]:
        """A node that is open while its subtree is searched; whoever opens it sets the score."""
        parent = self._open[-1] if self._open else None
        node = TraceNode(len(self.nodes), parent.index if parent else None, move, position, alpha, beta)
        if parent:
            parent.children.append(node.index)
        self.nodes.append(node)
        self._open.append(node)
        self.events.append(Event("enter", node.index))
        try:
            yield node
        finally:
            self._open.pop()
            self.events.append(Event("leave", node.index))

    def cut(self, moves_left: int) -> None:
        self._open[-1].cut = moves_left
        self.events.append(Event("cut", self._open[-1].index))

    def note(self, text: str) -> None:
        """Says why the open node was not searched, for instance that the table knew it."""
        self._open[-1].note = text

    def __len__(self) -> int:
        return len(self.nodes)
