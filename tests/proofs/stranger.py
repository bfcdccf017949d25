"""A third, independent opinion on certificates, for the tests.

This checker was written from docs/certificates.md alone, by someone who had not seen the provers, the other checkers
or the tests. It shares nothing with them but the document and Python's standard library, so where it and the others
disagree, one of them or the document is wrong. It is meant to be read, not to be fast.

A set of cells is an int: bit i is cell i. A position is given by the sets of both sides' stones.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
from array import array
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import prod
from typing import Any

_NUMBER = "[1-9]?[0-9]"
_LIST = rf"\[{_NUMBER}(?:,{_NUMBER}){{0,63}}\]"
_PART = r'\{"kind":"(?:hold|guard|win)","side":"[XO]"\}'
_HEADER = re.compile(
    rf'{{"game":"[ !#-\[\]-~]{{0,200}}","shape":{_LIST},"length":{_NUMBER},"position":"[XO_/]+ [XO]",'
    rf'"result":"(?:win|draw|loss)","parts":\[{_PART}(?:,{_PART})?\],'
    rf'"symmetries":\[(?:{_LIST}(?:,{_LIST}){{0,2047}})?\]}}'.encode()
)


class NotACertificate(Exception):
    """The file or its header is not what the document says."""


class Refused(Exception):
    """The file is well-formed, but the proof in it does not stand."""


def _need(condition: object, otherwise: str, error: type[Exception] = Refused) -> None:
    if not condition:
        raise error(otherwise)


def verify(data: bytes) -> int:
    """The number of nodes of the proof in the bytes of a file."""
    return check(*read(data))


def read(data: bytes) -> tuple[dict[str, object], bytes]:
    """The header and the unpacked body."""
    _need(data[:8] == b"NOUGHTS\x01", "the file does not begin as a certificate does", NotACertificate)
    end = 12 + int.from_bytes(data[8:12], "little")
    _need(end <= 12 + 1_048_576, "the header is too long", NotACertificate)
    _need(end + 32 <= len(data), "the file is too short", NotACertificate)
    digest = hashlib.sha256(memoryview(data)[:-32]).digest()
    _need(digest == data[-32:], "the checksum is wrong", NotACertificate)
    return _read_header(data[12:end]), _unpack(data[end:-32])


def _read_header(raw: bytes) -> dict[str, object]:
    _need(_HEADER.fullmatch(raw), "the header is not written as it must be", NotACertificate)
    header: dict[str, Any] = json.loads(raw)
    shape = header["shape"]
    cells = prod(shape)
    _need(len(shape) in (2, 3) and 1 <= cells <= 64, "there is no such board", NotACertificate)
    _need(1 <= header["length"] <= max(shape), "there is no line of this length", NotACertificate)
    layers, rows, columns = [1, *shape][-3:]
    layer = "/".join(["_" * columns] * rows)
    board = re.sub("[XO]", "_", header["position"][:-2])
    _need(board == "//".join([layer] * layers), "the position does not fit the board", NotACertificate)
    for symmetry in header["symmetries"]:
        _need(sorted(symmetry) == list(range(cells)), "a symmetry is not a permutation", NotACertificate)
    return header


def _unpack(packed: bytes) -> bytes:
    limit = min(32 * len(packed) + 4_096, 1 << 30)
    try:
        decoder = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=64 << 20)
        body = decoder.decompress(packed, limit + 1)
    except lzma.LZMAError as error:
        raise NotACertificate(f"the body cannot be unpacked: {error}") from error
    _need(len(body) <= limit, "the body is too long when unpacked", NotACertificate)
    _need(decoder.eof and not decoder.unused_data, "the body is not exactly one xz stream", NotACertificate)
    return body


def check(header: dict[str, object], body: bytes) -> int:
    """Goes through the proof; the header must come from read(). The number of nodes."""
    return _Proof(header, body).check()


def _lines(shape: list[int], length: int) -> Iterator[list[int]]:
    """A line lies between two cells of which each coordinate is the same or length - 1 apart, but not all the same.

    The number of a cell is linear in its coordinates, so the numbers along a line are evenly spaced too.
    """
    span = length - 1
    cells = enumerate(product(*map(range, shape)))
    for (first, start), (last, end) in combinations_with_replacement(cells, 2):
        distances = {abs(start[axis] - end[axis]) for axis in range(len(shape))}
        if distances <= {0, span} and span in distances:
            step = (last - first) // max(span, 1)
            yield [first + step * i for i in range(length)]


def _image(cells: int, symmetry: list[int]) -> int:
    return sum(1 << to for cell, to in enumerate(symmetry) if cells >> cell & 1)


def _completing(own: int, empty: int, lines: list[int]) -> int:
    """The empty cells with which the side that has the stones `own` would complete one of the lines."""
    found = 0
    for line in lines:
        missing = line & ~own
        if missing & (missing - 1) == 0:
            found |= missing & empty
    return found


class _Proof:
    def __init__(self, header: dict[str, Any], body: bytes) -> None:
        self.header, self.body, self.at, self.nodes = header, body, 0, 0
        cells = range(prod(header["shape"]))
        lines = list(_lines(header["shape"], header["length"]))
        self.all = sum(1 << cell for cell in cells)
        self.lines = [sum(1 << cell for cell in line) for line in lines]
        self.through = {1 << cell: [line for line in self.lines if line >> cell & 1] for cell in cells}
        self.symmetries: list[list[int]] = header["symmetries"]
        for symmetry in self.symmetries:
            images = {sum(1 << symmetry[cell] for cell in line) for line in lines}
            _need(images == set(self.lines), "a symmetry does not carry lines to lines", NotACertificate)

    def check(self) -> int:
        board, mover = self.header["position"].replace("/", "").split(" ")
        other = {"X": "O", "O": "X"}
        stones = {side: sum(1 << cell for cell, mark in enumerate(board) if mark == side) for side in other}
        _need("_" in board, "the board is full at the start")
        for own in stones.values():
            _need(all(line & ~own for line in self.lines), "there is a line at the start")
        parts = [(part["kind"], part["side"]) for part in self.header["parts"]]
        if self.header["result"] == "draw":
            sides = [side for kind, side in parts if kind != "win"]
            enough = sides == [mover, other[mover]] or (sides == [mover] and not any(stones.values()))
            _need(enough and len(sides) == len(parts), "the parts do not prove a draw")
        else:
            winner = mover if self.header["result"] == "win" else other[mover]
            _need(parts == [("win", winner)], "the part does not prove the result")
        for kind, side in parts:
            self.holds = array("Q")  # for each node 01 or 02: the zone, Breaker's stones
            self.positions = array("Q")  # for each node 04 or 21: the stones of the side of the part, the other stones
            own, others = stones[side], stones[other[side]]
            if kind == "win":
                (self.attack if side == mover else self.defence)(own, others)
            elif side == mover:
                self.block(own, others, kind == "guard")
            else:
                cell = self.cell(self.all & ~(own | others))
                if kind == "hold" or all(line & ~(others | cell) for line in self.through[cell]):
                    self.block(own, others | cell, kind == "guard")
        _need(self.at == len(self.body), "something follows the last part")
        return self.nodes

    # Reading the body

    def byte(self) -> int:
        _need(self.at < len(self.body), "the body ends too soon")
        self.at += 1
        return self.body[self.at - 1]

    def first_byte(self) -> int:
        self.nodes += 1
        return self.byte()

    def cell(self, among: int) -> int:
        """The next cell, as a set of one, which must be among these."""
        cell = 1 << self.byte()
        _need(cell & among, "a cell is not on the board, is not empty or is named twice")
        return cell

    def moves(self, empty: int, may_pass: bool = False) -> Iterator[int]:
        """The moves of a list, each read when its turn has come; a pass is the empty set."""
        while (byte := self.byte()) != 0xFE:
            if byte == 0xFF and may_pass:
                may_pass = False
                yield 0
            else:
                _need(empty >> byte & 1, "a move is not an empty cell or is listed twice")
                empty ^= 1 << byte
                yield 1 << byte

    def sequence(self) -> list[int]:
        return [self.cell(self.all) for _ in range(self.byte())]

    def number(self) -> int:
        start = self.at
        while self.byte() >= 0x80:
            pass
        raw = self.body[start : self.at]
        _need(len(raw) <= 9 and (raw[-1] or len(raw) == 1), "a number has too many bytes")
        return sum((byte & 0x7F) << 7 * i for i, byte in enumerate(raw))

    def reference(self, kept: array[int]) -> tuple[int, int]:
        """What is kept of the node referred to, seen through the symmetry."""
        node, symmetry = self.number(), self.number()
        _need(node < len(kept) // 2, "a reference to a node that is not complete")
        _need(symmetry < len(self.symmetries), "a reference to a symmetry that there is not")
        seen = self.symmetries[symmetry]
        return _image(kept[2 * node], seen), _image(kept[2 * node + 1], seen)

    # Parts that keep Maker from a line

    def block(self, maker: int, breaker: int, threats_count: bool) -> int:
        """A node of a guard if threats count, otherwise of a hold. The zone, or nothing where there are no zones."""
        first, empty = self.first_byte(), self.all & ~(maker | breaker)
        if threats_count and first == 0x04:
            self.guard(maker, breaker)
            return 0
        if threats_count and first == 0x05:
            _need(self.reference(self.positions) == (maker, breaker), "05: the position is another")
            return 0
        to_block = [line for line in self.lines if not line & breaker]
        zone = 0
        if first == 0x03:
            zone, blocked = self.reference(self.holds)
            _need(not zone & ~empty, "03: the zone is not empty here")
            # A symmetry carries the lines onto all lines, so these are the images of what the other node guards:
            guarded = {line & zone for line in self.lines if not line & blocked}
            for line in to_block:
                _need(line & zone in guarded or not all(part & ~line for part in guarded), "03: a line is not guarded")
            return zone
        if first == 0x01:
            pairs = []
            for _ in range(self.byte()):
                one = self.cell(empty & ~zone)
                pairs.append(one | self.cell(empty & ~zone & ~one))
                zone |= pairs[-1]
            for line in to_block:
                _need(not all(pair & ~line for pair in pairs), "01: a line contains no pair")
        else:
            _need(first == 0x02, "not a node that may stand here")
            unlisted = in_all = empty
            for move in self.moves(empty, may_pass=True):
                reply = self.cell(empty & ~move)
                after = reply | self.block(maker | move, breaker | reply, False)
                zone, in_all, unlisted = zone | after, in_all & after, unlisted & ~move
            _need(zone, "02: there is no reply")
            _need(not unlisted & in_all, "02: a move is not answered")
        self.holds.extend((zone, breaker))
        return zone

    def guard(self, maker: int, breaker: int) -> None:
        empty = self.all & ~(maker | breaker)
        _need(not _completing(maker, empty, self.lines), "04: Maker can complete a line")
        threats = _completing(breaker, empty, self.lines)
        unlisted = empty
        for move in self.moves(empty):
            reply = self.cell(empty & ~threats & ~move)
            self.block(maker | move, breaker | reply, True)
            unlisted &= ~move
        for move in self.through:
            answered = not unlisted & move or threats & ~move or empty == move
            _need(answered, "04: a move is not answered")
        self.positions.extend((maker, breaker))

    # Parts in which the attacker completes a line

    def attack(self, attacker: int, defender: int) -> None:
        first, empty = self.first_byte(), self.all & ~(attacker | defender)
        if first == 0x11:
            mine, theirs = _completing(attacker, empty, self.lines), _completing(defender, empty, self.lines)
            _need(self.wins(self.sequence(), attacker, defender, mine, theirs), "11: the sequence does not win")
        else:
            _need(first == 0x12, "not an attack")
            self.defence(attacker | self.cell(empty), defender)

    def defence(self, attacker: int, defender: int) -> None:
        first, empty = self.first_byte(), self.all & ~(attacker | defender)
        if first == 0x22:
            _need(self.reference(self.positions) == (attacker, defender), "22: the position is another")
            return
        _need(first == 0x21, "not a defence")
        _need(empty and all(line & ~attacker for line in self.lines), "21: the game is over")
        _need(not _completing(defender, empty, self.lines), "21: the defender can complete a line")
        mine = _completing(attacker, empty, self.lines)
        sequences = [self.sequence() for _ in range(self.byte())]
        unlisted = empty
        for move in self.moves(empty):
            self.attack(attacker, defender | move)
            unlisted &= ~move
        for move, lines in self.through.items():
            if unlisted & move:
                now = defender | move
                theirs = _completing(now, empty & ~move, lines)
                met = any(self.wins(sequence, attacker, now, mine & ~move, theirs) for sequence in sequences)
                _need(met, "21: a move is not met")
        self.positions.extend((attacker, defender))

    def wins(self, sequence: list[int], attacker: int, defender: int, mine: int, theirs: int) -> bool:
        """Whether the sequence wins. Mine and theirs: where the attacker, the defender would complete a line now."""
        for move in sequence:
            if move & (attacker | defender):
                return False
            if move & mine:
                return True
            attacker |= move
            empty = self.all & ~(attacker | defender)
            mine |= _completing(attacker, empty, self.through[move])
            if not mine or theirs & ~move:
                return False
            if mine & (mine - 1):
                return True
            defender |= mine
            theirs = _completing(defender, empty & ~mine, self.through[mine])
            mine = 0
        return False
