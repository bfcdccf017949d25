"""The body of a certificate as a tree, read and written from docs/certificates.md and not from our code.

With it a proof is changed as a person would: a reply that is dropped, a pair that is mixed up with another, a symmetry
or a reference that is the wrong one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass
class Node:
    """One node: its first byte, and what follows it in the terms of its kind."""

    kind: int
    cells: list[int] = field(default_factory=list)  # of a pairing, a sequence, or the cell of an attack
    sequences: list[list[int]] = field(default_factory=list)
    replies: list[tuple[list[int], Node]] = field(default_factory=list)  # the move, the reply if any, what follows
    numbers: list[int] = field(default_factory=list)  # of a reference: the node and the symmetry


class Body:
    """Reads the single part of a body in which the side that the part is about moves first."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        found, shift = 0, 0
        while True:
            byte = self.byte()
            found |= (byte & 127) << shift
            if byte < 128:
                return found
            shift += 7

    def cells(self) -> list[int]:
        return [self.byte() for _ in range(self.byte())]

    def node(self) -> Node:
        kind = self.byte()
        node = Node(kind)
        if kind == 0x01:
            node.cells = [self.byte() for _ in range(2 * self.byte())]
        elif kind == 0x11:
            node.cells = self.cells()
        elif kind == 0x12:
            node.cells = [self.byte()]
            node.replies = [([], self.node())]
        elif kind in (0x03, 0x05, 0x22):
            node.numbers = [self.number(), self.number()]
        else:
            assert kind in (0x02, 0x04, 0x21)
            if kind == 0x21:
                node.sequences = [self.cells() for _ in range(self.byte())]
            while (move := self.byte()) != 0xFE:
                said = [move] if kind == 0x21 else [move, self.byte()]
                node.replies.append((said, self.node()))
        return node


def read(data: bytes) -> Node:
    body = Body(data)
    node = body.node()
    assert body.at == len(data)
    return node


def written(node: Node) -> bytes:
    data = bytes([node.kind])
    if node.kind == 0x01:
        data += bytes([len(node.cells) // 2, *node.cells])
    elif node.kind == 0x11:
        data += bytes([len(node.cells), *node.cells])
    elif node.kind == 0x12:
        data += bytes(node.cells) + written(node.replies[0][1])
    elif node.numbers:
        data += b"".join(map(_number, node.numbers))
    else:
        if node.kind == 0x21:
            data += bytes([len(node.sequences)])
            data += b"".join(bytes([len(cells), *cells]) for cells in node.sequences)
        data += b"".join(bytes(said) + written(after) for said, after in node.replies) + b"\xfe"
    return data


def _number(value: int) -> bytes:
    found = []
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for _, after in node.replies:
        yield from nodes(after)
