"""The body of a certificate as nodes, for those who play by it. It has been verified before it is read here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from . import checker


@dataclass
class Pairing:
    """For each cell of a pair the other one."""

    pairs: dict[int, int]
    zone: int


@dataclass
class Answers:
    """For each move of Maker's (None is a pass) the reply and what follows it. `zone` is None in the strong game."""

    answers: list[tuple[int | None, int, Place]] = field(default_factory=list)
    zone: int | None = 0


@dataclass
class ThreatSequence:
    """The attacker's moves, each of which threatens."""

    moves: list[int]


@dataclass
class Attack:
    """The attacker takes a cell."""

    cell: int
    defence: Place


@dataclass
class Defence:
    """Whatever the defender plays: the attack listed for it, or one of the sequences."""

    sequences: list[list[int]]
    answers: dict[int, Place] = field(default_factory=dict)


Node: TypeAlias = "Pairing | Answers | ThreatSequence | Attack | Defence"


class Place(NamedTuple):
    """A node, and where its cells lie on the board; None stands for every cell where it is."""

    node: Node
    image: tuple[int, ...] | None = None

    def there(self, cell: int) -> int:
        return cell if self.image is None else self.image[cell]

    def back(self, cell: int) -> int:
        return cell if self.image is None else self.image.index(cell)

    def under(self, outer: Place) -> Place:
        """This place, seen from the frame of another."""
        if outer.image is None:
            return self
        return Place(self.node, tuple(map(outer.there, self.image)) if self.image else outer.image)


def zone_of(place: Place) -> int:
    """The cells in which the strategy of a hold plays, as bits."""
    zone = place.node.zone or 0 if isinstance(place.node, Pairing | Answers) else 0
    return zone if place.image is None else checker.Checker.image(zone, [*place.image])


class Reader:
    """Reads the body of a certificate that has been verified."""

    def __init__(self, header: checker.Checker) -> None:
        self.source = header
        self.symmetries = [tuple(symmetry) for symmetry in header.symmetries]
        self.hold_nodes: list[Node] = []
        self.strong_nodes: list[Node] = []

    def reference(self, nodes: list[Node]) -> Place:
        number, symmetry = self.source.number(), self.source.number()
        return Place(nodes[number], self.symmetries[symmetry])

    def hold(self) -> Place:
        byte = self.source.byte
        kind = byte()
        if kind == checker.REFERENCE:
            return self.reference(self.hold_nodes)
        if kind == checker.SAME_GUARD:
            return self.reference(self.strong_nodes)
        node: Pairing | Answers
        if kind == checker.PAIRING:
            node = Pairing({}, 0)
            for _ in range(byte()):
                one, other = byte(), byte()
                node.pairs |= {one: other, other: one}
                node.zone |= 1 << one | 1 << other
        else:
            node = Answers()
            while (move := byte()) != checker.END:
                reply = byte()
                after = self.hold()
                node.answers.append((None if move == checker.PASS else move, reply, after))
                if kind == checker.STRATEGY and node.zone is not None:
                    node.zone |= zone_of(after) | 1 << reply
        if kind == checker.GUARD:
            assert isinstance(node, Answers)
            node.zone = None
            self.strong_nodes.append(node)
        else:
            self.hold_nodes.append(node)
        return Place(node)

    def cells(self) -> list[int]:
        return [self.source.byte() for _ in range(self.source.byte())]

    def attack(self) -> Place:
        if self.source.byte() == checker.SEQUENCE:
            return Place(ThreatSequence(self.cells()))
        cell = self.source.byte()
        return Place(Attack(cell, self.defence()))

    def defence(self) -> Place:
        if self.source.byte() == checker.SAME_DEFENCE:
            return self.reference(self.strong_nodes)
        node = Defence([self.cells() for _ in range(self.source.byte())])
        while (move := self.source.byte()) != checker.END:
            node.answers[move] = self.attack()
        self.strong_nodes.append(node)
        return Place(node)
