"""Makes headers, bodies and files that are almost certificates, and asks both checkers about each.

    cd tests && python -m proofs.fuzzing WHAT SEED COUNT      WHAT is headers, bodies, made or files

It is a process of its own, so that its memory can be told. What it found is a line of JSON; where the checkers differ
or take long, or something false is proved, it ends with the input.
"""

from __future__ import annotations

import copy
import json
import lzma
import random
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from noughts.proofs import checker
from noughts.proofs.certificates import MAGIC
from noughts.proofs.strategies import SHIPPED
from proofs import structure
from proofs.making import Verdict, file_verdicts, sealed, text_of, verdicts
from proofs.structure import Node
from proofs.test_checkers import is_true
from proofs.test_mutations import CHANGES

SECONDS = 2.0  # for both checkers together, on one input
NAMES = ["3,3,3", "4,3,3", "4,3,4", "5,3,3", "4,4,3", "5,4,3", "6,3,4", "8,3,3"]
LARGER = ["4,4,4", "5,4,4", "6,5,4"]

Input = tuple[bytes, bytes] | bytes  # a header and a body, or a file


@cache
def certificate(name: str) -> tuple[bytes, bytes, bytes]:
    """The header, the body and the whole file."""
    data = (SHIPPED / f"{name}.proof").read_bytes()
    end = 12 + int.from_bytes(data[8:12], "little")
    return data[12:end], lzma.decompress(data[end:-32]), data


@cache
def tree(name: str) -> tuple[Node, int]:
    """The proof, and how many nodes it has."""
    root = structure.read(certificate(name)[1])
    return root, len(list(structure.nodes(root)))


def some_name(chance: random.Random) -> str:
    return chance.choice(NAMES if chance.random() < 0.9 else LARGER)


# ── headers ──

TOKEN = re.compile(rb'"[^"]*"|[0-9]+|.', re.DOTALL)
ODD = [
    b"", b" ", b"\n", b"\0", b"\xef\xbb\xbf", b"\xff", b"\\", b'"', b"'", b"true", b"null", b"NaN", b"[]", b"{}", b'""',
    b"00", b"01", b"-1", b"-0", b"+1", b"1.0", b"1e1", b"64", b"65", b"99", b"100", b"4294967299", b"[", b"]", b"{",
    b"}", b",", b":", b"/", b"//", b"X", b"O", b"_", b'"X"', b'"O"', b'"win"', b'"draw"', b'"loss"', b'"hold"',
    b'"guard"', b'"shape"', b'"kind"', b"[0,1]", b"[[0]]", b"1", b"2", b"3", b"4", b"9" * 5000, b"[" * 3000,
]  # fmt: skip


def in_another_token(text: bytes, chance: random.Random) -> bytes:
    found = TOKEN.findall(text)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        at, other = chance.randrange(len(found)), chance.randrange(len(found))
        change = chance.randrange(5)
        if change == 0:
            found[at] = chance.choice(ODD)
        elif change == 1:
            found[at] += found[other]
        elif change == 2:
            found[at], found[other] = found[other], found[at]
        elif change == 3:
            found[at] = b""
        else:
            found[at] += chance.choice(ODD)
    return b"".join(found)


def with_other_bytes(data: bytes, chance: random.Random) -> bytes:
    found = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        at = chance.randrange(len(found) + 1)
        change = chance.randrange(5)
        if change == 0:
            found[at:at] = bytes([chance.randrange(256)])
        elif change == 1:
            del found[at : at + chance.choice((1, 1, 2, 10))]
        elif change == 2 and at < len(found):
            found[at] ^= 1 << chance.randrange(8)
        elif change == 3 and found:
            begin = chance.randrange(len(found))
            found[at:at] = found[begin : begin + chance.choice((1, 2, 8, 50))]
        elif at < len(found):
            found[at] = chance.choice((0, 1, 2, 3, 4, 5, 0x11, 0x12, 0x21, 0x22, 0x7F, 0x80, 0xFE, 0xFF))
    return bytes(found)


def blank(shape: list[int]) -> str:
    return "//".join(["/".join(["_" * shape[-1]] * shape[-2])] * (shape[0] if len(shape) > 2 else 1))


def with_other_values(text: bytes, chance: random.Random) -> bytes:
    """Well written mostly, so that what the values mean decides."""
    header: dict[str, Any] = json.loads(text)
    for key in chance.sample([*header], chance.choice((1, 1, 2, 3))):
        if key == "game":
            header[key] = chance.choice(["", "qubic", "a" * 200, "a" * 201, "/etc/passwd", "ж", "own.toml", "x+misere"])
        elif key == "shape":
            header[key] = chance.choices((0, 1, 2, 3, 4, 5, 8, 64), k=chance.choice((1, 2, 2, 2, 3, 3, 4)))
            if len(header[key]) > 1 and chance.random() < 0.7:
                header["position"] = blank(header[key])[:300] + " X"
                header["symmetries"] = []
        elif key == "length":
            header[key] = chance.randrange(9)
        elif key == "position":
            marks = [chance.choice("XO___") if mark != "/" and chance.random() < 0.3 else mark for mark in header[key]]
            header[key] = "".join(marks[:-2]) + chance.choice([" X", " X", " O", "", " ", " _"])
        elif key == "result":
            header[key] = chance.choice(["win", "draw", "loss", "Win"])
        elif key == "parts":
            kinds, sides = ("hold", "guard", "win", "guards"), ("X", "O", "_")
            header[key] = [
                {"kind": chance.choices(kinds, (9, 9, 9, 1))[0], "side": chance.choices(sides, (9, 9, 1))[0]}
                for _ in range(chance.choice((0, 1, 1, 1, 2, 2, 3)))
            ]
        elif header["symmetries"]:
            one = chance.choice(header[key])
            if chance.random() < 0.5:
                header[key] = chance.choices(header[key], k=chance.choice((1, 3, 40)))
            elif chance.random() < 0.5:
                chance.shuffle(one)
            else:
                one[chance.randrange(len(one))] = chance.randrange(99)
    return text_of(header)


def a_header(chance: random.Random) -> Input:
    text, body, _data = certificate(some_name(chance))
    change = chance.choice((in_another_token, with_other_bytes, with_other_values, with_other_values))
    return change(text, chance), body


# ── bodies ──


def a_body(chance: random.Random) -> Input:
    """A shipped proof, changed byte by byte or as a tree."""
    name = some_name(chance)
    text, body, _data = certificate(name)
    if chance.random() < 0.5:
        return text, with_other_bytes(body, chance)
    root, count = tree(name)
    root = copy.deepcopy(root)
    for _ in range(10):
        at = chance.randrange(count)
        node = next(node for number, node in enumerate(structure.nodes(root)) if number == at)
        if chance.choice(CHANGES)(node, chance, text.count(b"_")):
            break
    try:
        return text, structure.written(root)
    except ValueError:  # a cell that does not fit into a byte
        return text, body


class Making:
    """A claim about a board of a few cells, and a proof made up for it: by the rules mostly, so that some stand."""

    SHAPES = ([1, 2], [1, 3], [1, 4], [2, 2], [2, 3], [1, 2, 2], [2, 2, 2], [3, 3])

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        shape = chance.choice(self.SHAPES)
        self.cells = len(blank(shape).replace("/", ""))
        length = chance.randint(1, max(shape))
        board = "".join(mark if mark == "/" else chance.choice("XO____") for mark in blank(shape))
        if chance.random() < 0.3:
            board = blank(shape)
        mover, result = chance.choice("XO"), chance.choice(("win", "draw", "draw", "loss"))
        other = "O" if mover == "X" else "X"
        parts = [(chance.choice(("hold", "guard")), side) for side in (mover, other)]
        if result != "draw":
            parts = [("win", mover if result == "win" else other)]
        elif "X" not in board and "O" not in board and chance.random() < 0.8:
            parts.pop()
        same = [[*range(self.cells)], [*reversed(range(self.cells))]]
        self.header = text_of(
            {
                "game": "",
                "shape": shape,
                "length": length,
                "position": f"{board} {mover}",
                "result": result,
                "parts": [{"kind": kind, "side": side} for kind, side in parts],
                "symmetries": same[: chance.randrange(3)],
            }
        )
        self.claim = checker.Checker(checker.parsed(self.header), b"")
        body = bytearray()
        for kind, side in parts:
            mine, theirs = self.claim.stones[side], self.claim.stones["O" if side == "X" else "X"]
            self.made = 0
            if kind == "win":
                body += self.attack(mine, theirs) if side == mover else self.defence(mine, theirs)
                continue
            first = 0
            if side != mover:
                first, data = self.move(mine | theirs, self.claim.completing(mine, theirs))
                body += data
                if kind == "guard" and first & self.claim.completing(theirs, mine):
                    continue
            body += self.stopped(kind, mine, theirs | first)
        self.body = bytes(body)

    def empty(self, taken: int) -> list[int]:
        return checker.cells_in(self.claim.everything & ~taken)

    def move(self, taken: int, wanted: int = 0) -> tuple[int, bytes]:
        """A cell, one of those that are wanted if there are any, and now and then any number."""
        if self.chance.random() < 0.01:
            return 0, bytes([self.chance.randrange(256)])
        cells = checker.cells_in(wanted & ~taken) or self.empty(taken) or [0]
        cell = self.chance.choice(cells)
        return 1 << cell, bytes([cell])

    def listed(self, taken: int) -> list[int]:
        """Most empty cells, each once mostly."""
        cells = [cell for cell in self.empty(taken) if self.chance.random() < 0.97]
        self.chance.shuffle(cells)
        if cells and self.chance.random() < 0.02:
            cells.append(self.chance.choice(cells))
        return cells

    def reference(self, kind: int) -> bytes:
        number = min(self.chance.randrange(self.made + 1), 127)
        said = bytes([number | 128, 0]) if self.chance.random() < 0.2 else bytes([number])  # not as short as it must be
        return bytes([kind]) + said + bytes([self.chance.choice((0, 0, 0, 1, 2))])

    def stopped(self, kind: str, maker: int, breaker: int) -> bytes:
        """A node of a hold or a guard."""
        claim, chance, taken = self.claim, self.chance, maker | breaker
        if self.made and chance.random() < 0.1:
            return self.reference(chance.choice((3, 5)) if kind == "guard" else 3)
        if kind == "guard" and chance.random() < 0.8:
            data = bytearray(b"\x04")
            for cell in self.listed(taken):
                wins = claim.completing(breaker, maker | 1 << cell)
                if (wins or taken | 1 << cell == claim.everything) and chance.random() < 0.97:
                    continue
                reply, said = self.move(taken | 1 << cell, claim.completing(maker | 1 << cell, breaker))
                data += bytes([cell]) + said + self.stopped(kind, maker | 1 << cell, breaker | reply)
            self.made += 1
            return bytes(data) + b"\xfe"
        open_lines = [line for line in claim.lines if not line & breaker]
        if not open_lines or chance.random() < 0.3:
            self.made += 1
            free = self.empty(taken)
            chance.shuffle(free)
            count = chance.randrange(len(free) // 2 + 1) if free else 0
            return bytes([1, count, *free[: 2 * count]])
        data = bytearray(b"\x02")
        for cell in [*self.listed(taken), *([255] if chance.random() < 0.2 else [])]:
            stone = 0 if cell == 255 else 1 << cell
            reply, said = self.move(taken | stone, claim.completing(maker | stone, breaker))
            data += bytes([cell]) + said + self.stopped("hold", maker | stone, breaker | reply)
        self.made += 1
        return bytes(data) + b"\xfe"

    def sequence(self, mine: int, theirs: int) -> bytes:
        """Winning moves and threats where there are any."""
        moves: list[int] = []
        for _ in range(self.chance.randint(1, 3)):
            stone, said = self.move(mine | theirs, self.claim.completing(mine, theirs))
            moves += said
            mine |= stone
            theirs |= self.claim.completing(mine, theirs)
        return bytes([len(moves), *moves])

    def attack(self, mine: int, theirs: int) -> bytes:
        free = len(self.empty(mine | theirs))
        if self.claim.completing(mine, theirs) or free < 3 or self.chance.random() < 0.3:
            return b"\x11" + self.sequence(mine, theirs)
        stone, said = self.move(mine | theirs, self.claim.completing(theirs, mine))
        return b"\x12" + said + self.defence(mine | stone, theirs)

    def defence(self, mine: int, theirs: int) -> bytes:
        if self.made and self.chance.random() < 0.1:
            return self.reference(0x22)
        sequences = [self.sequence(mine, theirs) for _ in range(self.chance.choice((0, 0, 1, 2, 4)))]
        data = bytearray(b"\x21" + bytes([len(sequences)]) + b"".join(sequences))
        for cell in self.listed(mine | theirs):
            if not sequences or self.chance.random() < 0.5:
                data += bytes([cell]) + self.attack(mine, theirs | 1 << cell)
        self.made += 1
        return bytes(data) + b"\xfe"


def made_up(chance: random.Random) -> Input:
    making = Making(chance)
    return making.header, making.body


# ── files ──


def packed(body: bytes, chance: random.Random) -> bytes:
    way = chance.randrange(12)
    if way == 0:
        return lzma.compress(body, lzma.FORMAT_ALONE)
    if way == 1:
        return lzma.compress(body[:9], preset=0) + lzma.compress(body[9:], preset=0)
    if way == 2:
        return lzma.compress(body, preset=0) + bytes(chance.choice((1, 4, 8)))
    if way == 3:
        return lzma.compress(body, preset=0)[: -chance.randrange(1, 30)]
    if way == 4:
        check = chance.choice((lzma.CHECK_NONE, lzma.CHECK_CRC32, lzma.CHECK_SHA256))
        return lzma.compress(body, check=check, preset=0)
    if way == 5:
        return lzma.compress(body + bytes(chance.choice((1, 5_000, 9_000, 100_000))), preset=0)
    if way == 6:
        return with_other_bytes(lzma.compress(body, preset=0), chance)
    if way == 7:
        return body
    return lzma.compress(body, preset=0)


def a_file(chance: random.Random) -> Input:
    text, body, data = certificate(some_name(chance))
    if chance.random() < 0.2:
        return with_other_bytes(data, chance)
    if chance.random() < 0.3:
        return sealed(with_other_bytes(data[:-32], chance))
    if chance.random() < 0.5:
        source = chance.choice((a_header, a_body, made_up))(chance)
        assert isinstance(source, tuple)
        text, body = source
    if chance.random() < 0.1:
        body = certificate(some_name(chance))[1]
    length = len(text) + chance.choice((0, 0, 0, 0, 0, 0, 0, 0, 1, -1, 5, 1 << 20, 1 << 31))
    return sealed(MAGIC + max(length, 0).to_bytes(4, "little") + text + packed(body, chance))


KINDS: dict[str, Callable[[random.Random], Input]] = {
    "headers": a_header,
    "bodies": a_body,
    "made": made_up,
    "files": a_file,
}


def asked(given: Input) -> tuple[Verdict, Verdict]:
    return file_verdicts(given) if isinstance(given, bytes) else verdicts(*given)


def peak_megabytes() -> int:
    """The largest memory of this process. Linux' `ru_maxrss` would count the process that started it as well."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(re.findall(r"VmHWM:\s+(\d+) kB", status.read_text())[0]) >> 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 20  # bytes on macOS


def main(what: str, seed: str, count: int) -> None:
    checker.lines_of = lru_cache(1000)(checker.lines_of)  # it takes longer than all the rest, and shapes are few
    chance, seen, slowest = random.Random(f"{what} {seed}"), Counter[str](), 0.0
    for number in range(count):
        given = KINDS[what](chance)
        started = time.process_time()
        try:
            compiled, python = asked(given)
        except Exception:
            sys.stderr.write(f"input {number} of {what} {seed}: {given!r:.20000}\n")
            raise
        took = time.process_time() - started
        if compiled != python or took > SECONDS:
            sys.exit(f"input {number} of {what} {seed}: {compiled}, {python}, {took:.3f} s: {given!r:.20000}")
        if what == "made" and compiled[0] == "stands" and not is_true(json.loads(bytes(given[0]))):
            sys.exit(f"input {number} of {what} {seed}: a false claim stands: {given!r}")
        seen[compiled[0]] += 1
        slowest = max(slowest, took)
    sys.stdout.write(json.dumps({"seen": seen, "slowest": slowest, "megabytes": peak_megabytes()}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
