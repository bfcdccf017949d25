"""Certificates: files that state the result of a position and prove it. The format is in docs/certificates.md.

`verify` checks the whole proof, with the compiled checker if it is installed and otherwise with `proofs/checker.py`,
which uses nothing else of the package. The shape and the length in the header determine the rules; the name of the game
is there for people only.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ..engine.core import core_module, why_missing
from ..errors import NoughtsError
from ..executor import thread_pool
from ..files import replacing
from ..games import Game, O, Position, Result, X, plain_game
from ..games.misuse import expect_path
from . import checker

MAGIC = b"NOUGHTS\x01"
MOST_HEADER = 1 << 20  # bytes, as the next two
MOST_BODY = 1 << 30
MOST_TO_UNPACK = 64 << 20  # memory of the unpacker
MOST_TIMES, MOST_MORE = 32, 4096  # limits of an unpacked body: this factor of its packed size, plus these bytes
NAME = re.compile(r"[ !#-\[\]-~]{0,200}")  # of a game, in a header

CHUNK = 1 << 20
MOST_WAITING = 4  # pieces that wait for the packer
PRESET = 1  # of xz: the default makes files a fifth smaller, and takes five times as long


class NotACertificate(NoughtsError):
    """The file is damaged, or is not a certificate at all."""


class ProofRefused(NoughtsError):
    """The proof is wrong. The message says where."""


class OutOfMemory(NoughtsError):
    """The proof could not be checked: there is not enough memory."""


class Part(NamedTuple):
    """`win`: the side completes a line; `hold`: blocking keeps it from that; `guard`: blocking and threats do."""

    kind: str
    side: str


class Verified(NamedTuple):
    """What a certificate proves, and what the check cost."""

    position: Position
    result: Result
    nodes: int
    seconds: float
    checker: str  # `compiled` or `python`


@contextmanager
def writing(path: Path, proved: Position, result: Result, parts: list[Part]) -> Iterator[Callable[[bytes], object]]:
    """A function that writes the body piece by piece. The file is written atomically."""
    text = _header(proved, result, parts)
    with replacing(path) as file:
        digest, packer = hashlib.sha256(), lzma.LZMACompressor(lzma.FORMAT_XZ, preset=PRESET)

        def put(data: bytes) -> None:
            digest.update(data)
            file.write(data)

        put(MAGIC + len(text).to_bytes(4, "little") + text)
        with thread_pool(1) as packing:  # while one piece is packed the next is made
            waiting: deque[Future[None]] = deque()

            def take(piece: bytes) -> None:
                waiting.append(packing.submit(lambda: put(packer.compress(piece))))
                if len(waiting) > MOST_WAITING:
                    waiting.popleft().result()

            yield take
            for future in waiting:
                future.result()
        put(packer.flush())
        file.write(digest.digest())


def _header(proved: Position, result: Result, parts: list[Part]) -> bytes:
    rules = proved.game
    header = {
        "game": rules.name if NAME.fullmatch(rules.name) else plain_game(rules.shape, rules.length).name,
        "shape": list(rules.shape),
        "length": rules.length,
        "position": proved.text,
        "result": str(result),
        "parts": [part._asdict() for part in parts],
        "symmetries": images(rules),
    }
    return json.dumps(header, separators=(",", ":")).encode("ascii")


def images(rules: Game) -> list[list[int]]:
    """The symmetries of the game, each as the list of the cells' images."""
    return [sorted(range(rules.cells), key=symmetry.__getitem__) for symmetry in rules.automorphisms]


def verify(path: str | Path, *, python: bool = False) -> Verified:
    """Checks the proof.

    Raises `ProofRefused` where it breaks, `NotACertificate` where there is none, and `OutOfMemory`.
    """
    expect_path(path, "verify('775.proof')")
    started, path = time.perf_counter(), Path(path)
    python = python or why_missing() is not None
    try:
        with path.open("rb") as file:
            claim = checked(file, python=python)
    except (NotACertificate, ProofRefused) as error:
        raise type(error)("{path}: {problem}", path=path, problem=error.message) from None
    except OSError as error:
        raise NotACertificate("{path}: cannot be read: {reason}", path=path, reason=error.strerror or error) from None
    except MemoryError:
        raise OutOfMemory(f"{path}: out of memory; whether the proof is valid is not known") from None
    proved, result = _position_of(claim), Result[claim.result.upper()]
    return Verified(proved, result, claim.nodes, time.perf_counter() - started, "python" if python else "compiled")


def parts_of(path: Path) -> list[Part]:
    """The parts that a certificate claims to prove, unchecked."""
    with path.open("rb") as file:
        header = checker.parsed(_Sealed(file).header)
    return [Part(part["kind"], part["side"]) for part in header["parts"]]


class CheckedClaim(NamedTuple):
    """The claim of a certificate whose proof is right, as it is written there."""

    shape: tuple[int, ...]
    length: int
    position: str
    result: str
    nodes: int


def checked(file: BinaryIO, *, python: bool = False) -> CheckedClaim:
    """Checks the proof in an open file, with one of the checkers. Errors do not name the file."""
    return _checked_in_python(file) if python else _checked_by_the_core(file)


def _checked_in_python(file: BinaryIO) -> CheckedClaim:
    try:
        claim = checker.Checker(*checker.read_from(file)).check()
    except checker.NotACertificate as error:
        raise NotACertificate(str(error)) from None
    except checker.Refused as error:
        raise ProofRefused(str(error)) from None
    return CheckedClaim(tuple(claim["shape"]), claim["length"], claim["position"], claim["result"], claim["nodes"])


def _checked_by_the_core(file: BinaryIO) -> CheckedClaim:
    core, sealed = core_module(), _Sealed(file)
    try:
        proof = core.CertificateChecker(sealed.header, sealed.read)
        proof.check()
    except core.NotACertificate as error:
        raise NotACertificate(str(error)) from None
    except core.Refused as error:
        while sealed.read():  # a damaged file is no certificate, even where the proof breaks before the damage
            pass
        raise ProofRefused(str(error)) from None
    return CheckedClaim(tuple(proof.shape), proof.length, proof.position, proof.result, proof.nodes)


def _position_of(claim: CheckedClaim) -> Position:
    """The position that was proved, in the game of these rules."""
    board, side = claim.position.split(" ")
    marks = bytes({"_": 0, "X": X, "O": O}[mark] for mark in board if mark != "/")
    return Position(plain_game(claim.shape, claim.length), marks, side)


class _Sealed:
    """A file whose checksum is right: its header, and its body unpacked a piece at a time.

    The file is read through once for the checksum, and again for the body.
    """

    def __init__(self, file: BinaryIO) -> None:
        size, digest = file.seek(0, 2), hashlib.sha256()
        file.seek(0)
        head = file.read(12)
        length = int.from_bytes(head[8:], "little")
        if head[:8] != MAGIC or length > MOST_HEADER:
            raise NotACertificate("the file does not begin as a certificate of version 1 does")
        self._file, self._left = file, size - 32 - 12 - length
        if self._left < 0:
            raise NotACertificate("the file is incomplete")
        self.header = file.read(length)
        digest.update(head + self.header)
        for at in range(0, self._left, CHUNK):
            digest.update(file.read(min(CHUNK, self._left - at)))
        if digest.digest() != file.read(32):
            raise NotACertificate("the checksum is wrong: the file is damaged or incomplete")
        file.seek(12 + length)
        self._most = min(MOST_TIMES * self._left + MOST_MORE, MOST_BODY)
        self._unpacker, self._unpacked = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MOST_TO_UNPACK), 0

    def read(self) -> bytes:
        """The next piece of the body; an empty one at its end."""
        piece = b""
        try:
            while not piece and not self._unpacker.eof:
                packed = b""
                if self._unpacker.needs_input:
                    packed = self._file.read(min(CHUNK, self._left))
                    if not packed:
                        raise NotACertificate("the packed body is incomplete")
                    self._left -= len(packed)
                piece = self._unpacker.decompress(packed, CHUNK)
        except lzma.LZMAError as error:
            raise NotACertificate(f"the body cannot be unpacked: {error}") from None
        self._unpacked += len(piece)
        if self._unpacked > self._most:
            raise NotACertificate(f"the body is longer than {self._most:,} bytes")
        if not piece and (self._left or self._unpacker.unused_data):
            raise NotACertificate("something follows after the packed body")
        return piece
