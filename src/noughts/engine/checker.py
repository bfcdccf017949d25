"""A checker of certificates in one file: it needs Python alone and may be copied anywhere.

    python checker.py FILE      exit 0: the proof stands; 1: it does not; 2: not a certificate

It shares nothing with the program that finds the proofs. Lines are computed from the shape of the board, every claim
of the file is recomputed, and what cannot be followed is refused. The format is described in docs/certificates.md.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import sys
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

MAGIC = b"NOUGHTS\x01"
PAIRING, STRATEGY, REFERENCE, GUARD, SAME_GUARD = 1, 2, 3, 4, 5  # nodes of a hold; the last two of a guard
SEQUENCE, ATTACK, DEFENCE, SAME_DEFENCE = 0x11, 0x12, 0x21, 0x22  # nodes of a win
END, PASS = 0xFE, 0xFF


class NotACertificate(Exception):
    """The file is damaged, or something else altogether."""


class Refused(Exception):
    """The proof does not stand; the text says where it breaks."""


def read(path: str | Path) -> tuple[dict[str, Any], bytes]:
    """The header and the body of a certificate whose checksum is right."""
    data = Path(path).read_bytes()
    if data[:8] != MAGIC or hashlib.sha256(data[:-32]).digest() != data[-32:]:
        raise NotACertificate("the file is not a certificate of version 1, or damaged: the checksum is wrong")
    end = 12 + int.from_bytes(data[8:12], "little")
    try:
        return dict(json.loads(data[12:end])), lzma.decompress(data[end:-32], lzma.FORMAT_XZ)
    except (ValueError, TypeError, RecursionError, lzma.LZMAError) as error:
        raise NotACertificate(f"the content cannot be read: {error}") from None


def lines_of(shape: list[int], length: int) -> list[int]:
    """Every straight line of `length` cells on the board, as a set of bits."""
    cells = {place: number for number, place in enumerate(product(*map(range, shape)))}
    found = set()
    for place, step in product(cells, product((-1, 0, 1), repeat=len(shape))):
        run = [tuple(at + i * by for at, by in zip(place, step)) for i in range(length)]
        if any(step) and all(cell in cells for cell in run):
            found.add(sum(1 << cells[cell] for cell in run))
    return sorted(found)


def cells_in(cells: int) -> list[int]:
    return [cell for cell in range(cells.bit_length()) if cells >> cell & 1]


class Checker:
    """One certificate: the game and position of its header, and a place in its body."""

    def __init__(self, header: dict[str, Any], body: bytes) -> None:
        self.header, self.body, self.at, self.nodes = header, body, 0, 0
        try:
            self._read_header()
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise NotACertificate(f"the header makes no sense: {error!r}") from None

    def _read_header(self) -> None:
        header, shape, length = self.header, self.header["shape"], self.header["length"]
        count = prod(shape)
        sizes = (*shape, length)
        if len(sizes) not in (3, 4) or {*map(type, sizes)} != {int} or min(sizes) < 1 or max(count, length) > 64:
            raise ValueError("shape and length")
        marks, self.mover = str(header["position"]).replace("/", "").split(" ")
        if len(marks) != count or set(marks) - set("XO_") or self.mover not in ("X", "O"):
            raise ValueError("position")
        self.lines = lines_of(shape, length)
        self.everything = (1 << count) - 1
        self.stones = {side: sum(1 << cell for cell, mark in enumerate(marks) if mark == side) for side in "XO"}
        self.result: object = header["result"]
        self.parts: list[tuple[str, str]] = [(str(part["kind"]), str(part["side"])) for part in header["parts"]]
        self.symmetries: list[list[int]] = header["symmetries"]
        for image in self.symmetries:
            if sorted(image) != [*range(count)] or sorted(self.image(it, image) for it in self.lines) != self.lines:
                raise ValueError("a symmetry does not carry lines to lines")

    @staticmethod
    def image(cells: int, image: list[int]) -> int:
        return sum(1 << image[cell] for cell in cells_in(cells))

    def claimed_parts(self) -> list[tuple[str, str]]:
        """What is to be proved, if it makes the result: `hold` keeps a side from winning, `win` makes it win."""
        for side, stones in self.stones.items():
            if any(line & ~stones == 0 for line in self.lines):
                raise Refused(f"{side} has a complete line in the position, so there is nothing to prove")
        other = "O" if self.mover == "X" else "X"
        if self.result == "draw":
            # On an empty board the first side cannot lose: it could begin anywhere and then play as the second side
            # would, and the extra stone does no harm. So there it is enough that the first side is held.
            sides = [self.mover] if not any(self.stones.values()) and len(self.parts) == 1 else [self.mover, other]
            allowed = [list(zip(kinds, sides)) for kinds in product(("hold", "guard"), repeat=len(sides))]
        else:
            allowed = [[("win", {"win": self.mover, "loss": other}.get(str(self.result), "nobody"))]]
        if self.parts not in allowed:
            raise Refused(f"the parts {self.parts} do not prove that the result is {self.result!r}")
        return self.parts

    def check(self) -> dict[str, Any]:
        """All parts, and that nothing follows."""
        for kind, side in self.claimed_parts():
            mine, theirs = self.stones[side], self.stones["O" if side == "X" else "X"]
            self.held: list[tuple[int, ...]] = []
            self.seen: list[tuple[int, ...]] = []
            if kind == "win":
                (self.attack if side == self.mover else self.defence)(mine, theirs)
                continue
            first = 0 if side == self.mover else self.cell(mine | theirs)
            if kind == "hold":
                self.hold(self.byte(), mine, theirs | first)
            elif not first & self.completing(theirs, mine):
                self.guard(mine, theirs | first)
        if self.at != len(self.body):
            raise self.refusal("something follows after the proof")
        return {key: self.header[key] for key in ("shape", "length", "position", "result")} | {"nodes": self.nodes}

    def refusal(self, problem: str) -> Refused:
        return Refused(f"byte {self.at} of the body: {problem}")

    def byte(self) -> int:
        self.at += 1
        if self.at > len(self.body):
            raise self.refusal("the proof ends too early")
        return self.body[self.at - 1]

    def number(self, most: int = 9) -> int:
        """Seven bits a byte, the lowest first; the highest bit says that more follow."""
        byte = self.byte()
        return byte if byte < 128 or most == 1 else byte & 127 | self.number(most - 1) << 7

    def cell(self, taken: int, cell: int | None = None) -> int:
        """The cell, or the next byte of the body, as a bit; it must be empty."""
        cell = self.byte() if cell is None else cell
        if not self.everything >> cell & 1 or taken >> cell & 1:
            raise self.refusal(f"cell {cell} is not an empty cell")
        return 1 << cell

    # ── one side is kept from completing a line: it is called Maker, the other Breaker ──

    def hold(self, kind: int, maker: int, breaker: int) -> int:
        """Maker is to move and is stopped. The result is the zone: Breaker needs no cell outside it."""
        self.nodes += 1
        if kind == REFERENCE:
            return self.reference(maker, breaker)
        if kind not in (PAIRING, STRATEGY):
            raise self.refusal(f"{kind} is no kind of node")
        zone = self.pairing(maker, breaker) if kind == PAIRING else self.strategy(maker, breaker)
        self.held.append((maker, breaker, zone))
        return zone

    def pairing(self, maker: int, breaker: int) -> int:
        zone, pairs = 0, set()
        for _ in range(self.byte()):
            one = self.cell(maker | breaker | zone)
            pair = one | self.cell(maker | breaker | zone | one)
            pairs.add(pair)
            zone |= pair
        self.each_line_contains_one_of(pairs, breaker)
        return zone

    def each_line_contains_one_of(self, parts: set[int], breaker: int) -> None:
        for line in self.lines:
            if not line & breaker and not any(part & ~line == 0 for part in parts):
                raise self.refusal(f"nothing stops Maker on the line {cells_in(line)}")

    def strategy(self, maker: int, breaker: int) -> int:
        """Every move of Maker's is answered, or lies outside the zone of an answer, which then meets it as well."""
        taken, zone = maker | breaker, 0
        unanswered = self.everything & ~taken
        while (move := self.byte()) != END:
            stone = 0 if move == PASS else self.cell(taken, move)
            reply = self.cell(taken | stone)
            its_zone = self.hold(self.byte(), maker | stone, breaker | reply) | reply
            zone |= its_zone
            unanswered &= its_zone & ~stone
        if unanswered or not zone:
            raise self.refusal(f"no answer to Maker's moves {cells_in(unanswered)}")
        return zone

    def reference(self, maker: int, breaker: int) -> int:
        """An earlier node's strategy, seen through a symmetry, serves if all lines here contain what it guards."""
        (its_maker, its_breaker, its_zone), image = self.earlier(self.held)
        guarded = {self.image(line & its_zone & ~its_maker, image) for line in self.lines if not line & its_breaker}
        self.each_line_contains_one_of(guarded, breaker)
        zone = self.image(its_zone, image)
        if zone & (maker | breaker):
            raise self.refusal("the zone of a reference is not empty here")
        return zone

    # ── the same where a line of Breaker's ends the game, so that his threats must be met ──

    def guard(self, maker: int, breaker: int) -> None:
        kind, taken = self.byte(), maker | breaker
        if kind == SAME_GUARD:
            return self.same(maker, breaker)
        if kind != GUARD:
            self.hold(kind, maker, breaker)
            return None
        self.nodes += 1
        if self.completing(maker, breaker):
            raise self.refusal("Maker completes a line")
        unanswered = self.everything & ~taken
        while (move := self.byte()) != END:
            stone = self.cell(taken, move)
            self.guard(maker | stone, breaker | self.cell(taken | stone))
            unanswered &= ~stone
        for cell in cells_in(unanswered):
            if not self.completing(breaker, maker | 1 << cell) and taken | 1 << cell != self.everything:
                raise self.refusal(f"no answer to Maker's move {cell}")
        self.seen.append((maker, breaker))
        return None

    def earlier(self, nodes: list[tuple[int, ...]]) -> tuple[tuple[int, ...], list[int]]:
        number, symmetry = self.number(), self.number()
        if number >= len(nodes) or symmetry >= len(self.symmetries):
            raise self.refusal("a reference to a node or a symmetry that is not there")
        return nodes[number], self.symmetries[symmetry]

    def same(self, *stones: int) -> None:
        """A position that has been dealt with, seen through a symmetry."""
        earlier, image = self.earlier(self.seen)
        if tuple(self.image(cells, image) for cells in earlier) != stones:
            raise self.refusal("a reference to another position")

    # ── one side, the attacker, completes a line whatever the other does ──

    def completing(self, mine: int, theirs: int) -> int:
        """The cells with which the owner of `mine` would complete a line."""
        found = 0
        for missing in [line & ~mine for line in self.lines if not line & theirs]:
            found |= missing if missing & (missing - 1) == 0 else 0
        return found

    def attack(self, mine: int, theirs: int) -> None:
        """The attacker is to move and wins."""
        self.nodes += 1
        if (kind := self.byte()) == ATTACK:
            self.defence(mine | self.cell(mine | theirs), theirs)
        elif kind != SEQUENCE or not self.wins_by([self.cell(0) for _ in range(self.byte())], mine, theirs):
            raise self.refusal("not an attack, or a threat sequence that does not win")

    def wins_by(self, sequence: list[int], mine: int, theirs: int) -> bool:
        """Each move threatens to complete a line, so that the reply is forced; in the end it cannot be parried."""
        for move in sequence:
            if move & (mine | theirs):
                return False
            if move & self.completing(mine, theirs):
                return True
            mine |= move
            threats = self.completing(mine, theirs)
            if not threats or self.completing(theirs, mine):
                return False
            if threats & (threats - 1):
                return True
            theirs |= threats
        return False

    def defence(self, mine: int, theirs: int) -> None:
        """The defender is to move and loses after every move: one is listed, or met by one of the sequences."""
        self.nodes += 1
        if (kind := self.byte()) == SAME_DEFENCE:
            return self.same(mine, theirs)
        unanswered = self.everything & ~(mine | theirs)
        is_over = not unanswered or any(line & ~mine == 0 for line in self.lines)
        if kind != DEFENCE or is_over or self.completing(theirs, mine):
            raise self.refusal("not a defence, or the defender completes a line, or the game is over")
        sequences = [[self.cell(0) for _ in range(self.byte())] for _ in range(self.byte())]
        while (move := self.byte()) != END:
            stone = self.cell(mine | theirs, move)
            self.attack(mine, theirs | stone)
            unanswered &= ~stone
        for cell in cells_in(unanswered):
            if not any(self.wins_by(sequence, mine, theirs | 1 << cell) for sequence in sequences):
                raise self.refusal(f"no answer to the defender's move {cell}")
        self.seen.append((mine, theirs))
        return None


if __name__ == "__main__":
    try:
        proved = Checker(*read(sys.argv[-1])).check()
    except (NotACertificate, OSError) as error:
        print(f"not a certificate: {error}", file=sys.stderr)
        sys.exit(2)
    except Refused as error:
        sys.exit(f"the proof does not stand: {error}")
    print("The proof stands:", ", ".join(f"{key} {value}" for key, value in proved.items()))
