"""A checker of certificates in one file: it needs only Python, and can be copied anywhere.

    python checker.py FILE      exit 0: the proof is valid; 1: it is not; 2: not a certificate; 3: out of memory

It shares nothing with the program that finds the proofs, not even exceptions. It computes the lines from the shape of
the board, recomputes every claim of the file, and refuses the rest. The format is described in docs/certificates.md.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import sys
from array import array
from collections.abc import Iterator
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

MAGIC, END, PASS = b"NOUGHTS\x01", 0xFE, 0xFF
PAIRING, STRATEGY, REFERENCE, GUARD, SAME_GUARD = 1, 2, 3, 4, 5  # nodes of a hold; the last two of a guard
SEQUENCE, ATTACK, DEFENCE, SAME_DEFENCE = 0x11, 0x12, 0x21, 0x22  # nodes of a win
NUMBERS = {str(number): number for number in range(100)}  # all that a header may contain, as they are written there
HEADER = re.compile(  # what fits this and is JSON can be written in one way only
    rb'{"game":"[ !#-\[\]-~]{0,200}","shape":\[[0-9,]{3,8}\],"length":[0-9]{1,2},"position":"[XO_/]{1,190} [XO]",'
    rb'"result":"(?:win|draw|loss)","parts":\[(?:{"kind":"(?:hold|guard|win)","side":"[XO]"},?){1,2}\],'
    rb'"symmetries":\[(?:\[[0-9,]*\],?){0,2048}\]}'
)


class NotACertificate(Exception):
    """The file is damaged, or is not a certificate at all."""


class Refused(Exception):
    """The proof is wrong; the message says where."""


def read(path: str | Path) -> tuple[dict[str, Any], bytes]:
    with Path(path).open("rb") as file:
        return read_from(file)


def read_from(file: BinaryIO) -> tuple[dict[str, Any], bytes]:
    """The header and the body of a certificate whose checksum is right."""
    head = file.read(12)
    if head[:8] != MAGIC or (length := int.from_bytes(head[8:], "little")) > 1 << 20:
        raise NotACertificate("the file does not begin as a certificate of version 1 does")
    text, rest = file.read(length), file.read()
    if hashlib.sha256(head + text + rest[:-32]).digest() != rest[-32:]:
        raise NotACertificate("the checksum is wrong: the file is damaged or incomplete")
    header, most = parsed(text), min(32 * (len(rest) - 32) + 4096, 1 << 30)
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=64 << 20)
    try:
        body = unpacker.decompress(rest[:-32], most + 1)
    except lzma.LZMAError as error:
        raise NotACertificate(f"the body cannot be unpacked: {error}") from None
    if len(body) > most or not unpacker.eof or unpacker.unused_data:
        raise NotACertificate(f"the packed body is not exactly one xz stream of at most {most} bytes")
    return header, body


def parsed(text: bytes) -> dict[str, Any]:
    """The header, which is written in one way only. What its values mean is for `Checker` to judge."""
    try:
        if HEADER.fullmatch(text):
            return dict(json.loads(text, parse_int=NUMBERS.__getitem__))
    except (ValueError, KeyError):
        pass
    raise NotACertificate("the header is not written as docs/certificates.md says")


def lines_of(shape: tuple[int, ...], length: int) -> list[int]:
    """Every straight line of `length` cells on the board, as a set of bits."""
    cells = {place: number for number, place in enumerate(product(*map(range, shape)))}
    lines = set()
    for place, step in product(cells, product((-1, 0, 1), repeat=len(shape))):
        run = [tuple(at + i * by for at, by in zip(place, step)) for i in range(length)]
        if any(step) and all(cell in cells for cell in run):
            lines.add(sum(1 << cells[cell] for cell in run))
    return sorted(lines)


def cells_in(cells: int) -> list[int]:
    return [cell for cell in range(cells.bit_length()) if cells >> cell & 1]


class Checker:
    """One certificate: the game and position of its header, as `parsed` gives it, and a place in its body."""

    def __init__(self, header: dict[str, Any], body: bytes) -> None:
        self.header, self.body, self.at, self.nodes = header, body, 0, 0
        shape, length, (board, self.mover) = header["shape"], header["length"], header["position"].split(" ")
        if len(shape) not in (2, 3) or not 1 <= prod(shape) <= 64 or not 1 <= length <= max(shape):
            raise NotACertificate(f"there is no board of shape {shape} with lines of {length}")
        if re.sub("[XO]", "_", board) != "//".join(["/".join(["_" * shape[-1]] * shape[-2])] * prod(shape[:-2])):
            raise NotACertificate(f"{board!r} is not a board of shape {shape}")
        marks, self.lines = board.replace("/", ""), lines_of(tuple(shape), length)
        self.everything = (1 << len(marks)) - 1
        self.stones = {side: sum(1 << cell for cell, mark in enumerate(marks) if mark == side) for side in "XO"}
        self.parts: list[tuple[str, str]] = [(part["kind"], part["side"]) for part in header["parts"]]
        self.symmetries: list[list[int]] = header["symmetries"]
        places, cells = [cells_in(line) for line in self.lines], [*range(len(marks))]
        for to in self.symmetries:
            if sorted(to) != cells or sorted(sum(1 << to[cell] for cell in line) for line in places) != self.lines:
                raise NotACertificate("a symmetry does not carry lines to lines")

    @staticmethod
    def image(cells: int, image: list[int]) -> int:
        return sum(1 << image[cell] for cell in cells_in(cells))

    def claimed_parts(self) -> list[tuple[str, str]]:
        """What is to be proved, if it makes the result: `hold` keeps a side from winning, `win` makes it win."""
        stones, other = self.stones["X"] | self.stones["O"], "O" if self.mover == "X" else "X"
        if stones == self.everything or any(line & ~own == 0 for own in self.stones.values() for line in self.lines):
            raise Refused("the game is over in the position, so there is nothing to prove")
        # On an empty board the first side cannot lose: it could begin anywhere and then play as the second side
        # would, and the extra stone does no harm. So there it is enough that the first side is held.
        sides = [self.mover, other] if stones else [self.mover, other][: len(self.parts)]
        holds = [list(zip(kinds, sides)) for kinds in product(("hold", "guard"), repeat=len(sides))]
        allowed = {"win": [[("win", self.mover)]], "loss": [[("win", other)]], "draw": holds}[self.header["result"]]
        if self.parts not in allowed:
            raise Refused(f"the parts {self.parts} do not prove that the result is {self.header['result']!r}")
        return self.parts

    def check(self) -> dict[str, Any]:
        """All parts, and that nothing follows."""
        for kind, side in self.claimed_parts():
            mine, theirs = self.stones[side], self.stones["O" if side == "X" else "X"]
            self.hold_nodes, self.strong_nodes = array("Q"), array("Q")  # three numbers a node, and two
            first = 0 if kind == "win" or side == self.mover else self.cell(mine | theirs)
            if kind == "win":
                (self.attack if side == self.mover else self.defence)(mine, theirs)
            elif kind == "hold":
                self.hold(self.kind(), mine, theirs | first)
            elif not first & self.completing(theirs, mine):
                self.guard(mine, theirs | first)
        self.require(self.at == len(self.body), "something follows after the proof")
        return {key: self.header[key] for key in ("shape", "length", "position", "result")} | {"nodes": self.nodes}

    def require(self, condition: object, problem: str) -> None:
        if not condition:
            raise Refused(f"byte {self.at} of the body: {problem}")

    def byte(self) -> int:
        self.require(self.at < len(self.body), "the proof ends too early")
        self.at += 1
        return self.body[self.at - 1]

    def number(self, shift: int = 0) -> int:
        """Seven bits a byte, the lowest first; the highest bit says that more follow."""
        byte = self.byte()
        self.require(shift < 63 and (byte or not shift), "a number that could be shorter, or is too long")
        return byte if byte < 128 else byte & 127 | self.number(shift + 7) << 7

    def kind(self) -> int:
        self.nodes += 1
        return self.byte()

    def cell(self, taken: int, cell: int | None = None) -> int:
        """The cell, or the next byte of the body, as a bit; it must be empty."""
        cell = self.byte() if cell is None else cell
        self.require(self.everything >> cell & ~taken >> cell & 1, f"cell {cell} is not an empty cell")
        return 1 << cell

    def moves(self, taken: int, passes: bool = False) -> Iterator[int]:
        """A list of moves, each as a bit and a pass as 0. What belongs to a move is read before the next one."""
        listed = set()
        while (move := self.byte()) != END:
            self.require(move not in listed, "a move that is listed already")
            listed.add(move)
            yield 0 if passes and move == PASS else self.cell(taken, move)

    def hold(self, kind: int, maker: int, breaker: int) -> int:
        """Maker, whom the part is about, is to move and is stopped by Breaker, who plays in the zone returned alone."""
        self.require(kind in (PAIRING, STRATEGY, REFERENCE), f"{kind} is no kind of node")
        if kind == REFERENCE:
            return self.reference(maker, breaker)
        zone = self.pairing(maker, breaker) if kind == PAIRING else self.strategy(maker, breaker)
        self.hold_nodes.extend((maker, breaker, zone))
        return zone

    def pairing(self, maker: int, breaker: int) -> int:
        taken, pairs = maker | breaker, set[int]()
        for _ in range(self.byte()):
            one = self.cell(taken | sum(pairs))
            pairs.add(one | self.cell(taken | sum(pairs) | one))
        self.each_line_contains_one_of(pairs, breaker)
        return sum(pairs)

    def each_line_contains_one_of(self, parts: set[int], breaker: int) -> None:
        bare = next((it for it in self.lines if not it & breaker and not any(part & ~it == 0 for part in parts)), 0)
        self.require(not bare, f"nothing stops Maker on the line {cells_in(bare)}")

    def strategy(self, maker: int, breaker: int) -> int:
        """Every move of Maker's is answered, or lies outside the zone of an answer, which then meets it as well."""
        taken, zone, unanswered = maker | breaker, 0, self.everything & ~(maker | breaker)
        for stone in self.moves(taken, passes=True):
            reply = self.cell(taken | stone)
            its_zone = self.hold(self.kind(), maker | stone, breaker | reply) | reply
            zone, unanswered = zone | its_zone, unanswered & its_zone & ~stone
        self.require(zone and not unanswered, f"no answer to Maker's moves {cells_in(unanswered)}")
        return zone

    def reference(self, maker: int, breaker: int) -> int:
        """An earlier node's strategy, seen through a symmetry, serves if all lines here contain what it guards."""
        (its_maker, its_breaker, its_zone), image = self.earlier(self.hold_nodes, 3)
        guarded = {self.image(line & its_zone & ~its_maker, image) for line in self.lines if not line & its_breaker}
        self.each_line_contains_one_of(guarded, breaker)
        zone = self.image(its_zone, image)
        self.require(not zone & (maker | breaker), "the zone of a reference is not empty here")
        return zone

    def guard(self, maker: int, breaker: int) -> None:
        """The same where a line of Breaker's ends the game, so that his threats must be met."""
        if (kind := self.kind()) != GUARD:
            self.same(maker, breaker) if kind == SAME_GUARD else self.hold(kind, maker, breaker)
            return
        self.require(not self.completing(maker, breaker), "Maker completes a line")
        taken, unanswered = maker | breaker, self.everything & ~(maker | breaker)
        for stone in self.moves(taken):
            reply = self.cell(taken | stone)
            self.require(not reply & self.completing(breaker, maker | stone), "a reply that completes a line")
            self.guard(maker | stone, breaker | reply)
            unanswered &= ~stone
        for cell in cells_in(unanswered):
            is_over = taken | 1 << cell == self.everything or self.completing(breaker, maker | 1 << cell)
            self.require(is_over, f"no answer to Maker's move {cell}")
        self.strong_nodes.extend((maker, breaker))

    def earlier(self, nodes: array[int], size: int) -> tuple[array[int], list[int]]:
        """What is remembered of a node, so many numbers, and the symmetry through which it is seen."""
        number, symmetry = self.number(), self.number()
        self.require(number < len(nodes) // size and symmetry < len(self.symmetries), "a reference to nothing there is")
        return nodes[size * number : size * (number + 1)], self.symmetries[symmetry]

    def same(self, *stones: int) -> None:
        """A position that has been dealt with, seen through a symmetry."""
        earlier, image = self.earlier(self.strong_nodes, 2)
        self.require([self.image(cells, image) for cells in earlier] == [*stones], "a reference to another position")

    def completing(self, mine: int, theirs: int) -> int:
        """The cells with which the owner of `mine` would complete a line."""
        empty = ~mine
        return sum({gap for line in self.lines if not line & theirs and not (gap := line & empty) & (gap - 1)})

    def attack(self, mine: int, theirs: int) -> None:
        """The attacker, whom the part is about, is to move and completes a line whatever the defender does."""
        if (kind := self.kind()) == ATTACK:
            self.defence(mine | self.cell(mine | theirs), theirs)
            return
        wins = kind == SEQUENCE and self.wins_by([self.cell(0) for _ in range(self.byte())], mine, theirs)
        self.require(wins, "not an attack, or a threat sequence that does not win")

    def wins_by(self, sequence: list[int], mine: int, theirs: int) -> bool:
        """Each move threatens to complete a line, so that the reply is forced; in the end it cannot be parried."""
        for move in sequence:
            if move & (mine | theirs):
                return False
            if move & self.completing(mine, theirs):
                return True
            mine, threats = mine | move, self.completing(mine | move, theirs)
            if not threats or self.completing(theirs, mine):
                return False
            if threats & (threats - 1):
                return True
            theirs |= threats
        return False

    def defence(self, mine: int, theirs: int) -> None:
        """The defender is to move and loses after every move: one is listed, or met by one of the sequences."""
        if (kind := self.kind()) == SAME_DEFENCE:
            self.same(mine, theirs)
            return
        unanswered = self.everything & ~(mine | theirs)
        is_over = not unanswered or self.completing(theirs, mine) or any(line & ~mine == 0 for line in self.lines)
        self.require(kind == DEFENCE and not is_over, "not a defence, or the defender wins, or the game is over")
        sequences = [[self.cell(0) for _ in range(self.byte())] for _ in range(self.byte())]
        for stone in self.moves(mine | theirs):
            self.attack(mine, theirs | stone)
            unanswered &= ~stone
        for cell in cells_in(unanswered):
            is_met = any(self.wins_by(sequence, mine, theirs | 1 << cell) for sequence in sequences)
            self.require(is_met, f"no answer to the defender's move {cell}")
        self.strong_nodes.extend((mine, theirs))


if __name__ == "__main__":
    try:
        proved = Checker(*read(sys.argv[-1])).check()
    except (NotACertificate, OSError, MemoryError) as error:
        print("out of memory" if isinstance(error, MemoryError) else f"not a certificate: {error}", file=sys.stderr)
        sys.exit(3 if isinstance(error, MemoryError) else 2)
    except Refused as error:
        sys.exit(f"the proof is not valid: {error}")
    print("The proof is valid:", ", ".join(f"{key} {value}" for key, value in proved.items()))
