"""Certificates: files that say what a game is worth and prove it. The format is in docs/certificates.md.

`verify` reads one and goes through the whole proof, with the compiled checker where it is installed and otherwise
with `engine/checker.py`, which needs nothing of ours.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from ..errors import NoughtsError
from ..games import Game, Position, Result, game, position
from . import checker
from .core import core_module, why_missing
from .tables import replacing

CHUNK = 1 << 20
MOST_WAITING = 4  # pieces
PRESET = 1  # of xz: the usual one packs a fifth smaller and takes five times as long


class NotACertificate(NoughtsError):
    """The file is damaged, or something else altogether."""


class ProofRefused(NoughtsError):
    """The proof does not stand. The text says where it breaks."""


class Part(NamedTuple):
    """`win`: the side completes a line; `hold`: blocking keeps it from that; `guard`: blocking and threats do."""

    kind: str
    side: str


class Verified(NamedTuple):
    """What a certificate proves, and what it cost to go through the proof."""

    position: Position
    result: Result
    nodes: int
    seconds: float
    engine: str


@contextmanager
def writing(path: Path, proved: Position, result: Result, parts: list[Part]) -> Iterator[Callable[[bytes], object]]:
    """A function that takes the body piece by piece. The file appears when all of it has been written."""
    header = {
        "game": proved.game.name,
        "shape": list(proved.game.shape),
        "length": proved.game.length,
        "position": str(proved),
        "result": str(result),
        "parts": [part._asdict() for part in parts],
        "symmetries": images(proved.game),
    }
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    with replacing(path) as file:
        digest, packer = hashlib.sha256(), lzma.LZMACompressor(lzma.FORMAT_XZ, preset=PRESET)

        def put(data: bytes) -> None:
            digest.update(data)
            file.write(data)

        put(checker.MAGIC + len(text).to_bytes(4, "little") + text)
        with ThreadPoolExecutor(1) as packing:  # while one piece is packed the next is made
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


def images(rules: Game) -> list[list[int]]:
    """The symmetries of the game, each as the list of where the cells go."""
    return [sorted(range(rules.cells), key=symmetry.__getitem__) for symmetry in rules.automorphisms]


def verify(path: str | Path, *, python: bool = False) -> Verified:
    """Goes through the proof. Raises `ProofRefused` where it breaks, `NotACertificate` where there is none."""
    started, path = time.perf_counter(), Path(path)
    try:
        if python or why_missing() is not None:
            header, body = checker.read(path)
            nodes, engine = checker.Checker(header, body).check()["nodes"], "python"
        else:
            nodes, header, engine = *_verify_compiled(path), "core"
        proved = _position_of(header)
    except checker.NotACertificate as error:
        raise NotACertificate(f"{path}: {error}") from None
    except OSError as error:
        raise NotACertificate(f"{path}: cannot be read: {error.strerror}") from None
    except checker.Refused as error:
        raise ProofRefused(f"{path}: {error}") from None
    result = {"win": Result.WIN, "draw": Result.DRAW, "loss": Result.LOSS}[header["result"]]
    assert isinstance(nodes, int)
    return Verified(proved, result, nodes, time.perf_counter() - started, engine)


def parts_of(path: Path) -> list[Part]:
    """What a certificate says that it proves; `verify` finds out whether it does."""
    return [Part(str(part["kind"]), str(part["side"])) for part in _open(path)[0]["parts"]]


def _position_of(header: dict[str, Any]) -> Position:
    """The position the header speaks of; the name of the game must be that of the shape that was checked."""
    try:
        rules = game(header["game"])
        same = rules == Game(rules.name, tuple(header["shape"]), header["length"])
    except (NoughtsError, KeyError, TypeError, AttributeError):
        same = False
    if not same:
        raise checker.NotACertificate("the game in the header is not the one of its shape and length")
    try:
        return position(rules, header["position"], lenient=True)
    except NoughtsError as error:
        raise checker.NotACertificate(f"the position in the header cannot be read: {error}") from None


def _verify_compiled(path: Path) -> tuple[int, dict[str, Any]]:
    header, begin, end = _open(path)
    claim = checker.Checker(header, b"")
    core = core_module()
    with path.open("rb") as file:
        try:
            proof = core.CertificateChecker(
                header["shape"], header["length"], header["symmetries"], _Pieces(file, begin, end).read
            )
            for kind, side in claim.claimed_parts():
                mine, theirs = claim.stones[side], claim.stones["O" if side == "X" else "X"]
                {"hold": proof.hold, "guard": proof.guard, "win": proof.win}[kind](mine, theirs, side == claim.mover)
            proof.finish()
        except core.Refused as error:
            raise checker.Refused(str(error)) from None
        except (ValueError, TypeError) as error:
            raise checker.NotACertificate(str(error)) from None
    return proof.nodes, header


def _open(path: Path) -> tuple[dict[str, Any], int, int]:
    """The header, and where the packed body begins and ends. The file is read through once, for its checksum."""
    size, digest = path.stat().st_size, hashlib.sha256()
    with path.open("rb") as file:
        head = file.read(12)
        if head[:8] != checker.MAGIC or size < 44:
            raise checker.NotACertificate("the file does not begin as a certificate of version 1 does")
        begin = 12 + int.from_bytes(head[8:12], "little")
        if begin > size - 32:
            raise checker.NotACertificate("the file is incomplete")
        text = file.read(begin - 12)
        digest.update(head + text)
        left = size - 32 - begin
        while left:
            piece = file.read(min(CHUNK, left))
            if not piece:
                break
            digest.update(piece)
            left -= len(piece)
        if digest.digest() != file.read():
            raise checker.NotACertificate("the checksum is wrong: the file is damaged or incomplete")
    try:
        return dict(json.loads(text)), begin, size - 32
    except (ValueError, TypeError, RecursionError) as error:
        raise checker.NotACertificate(f"the header cannot be read: {error}") from None


class _Pieces:
    """The unpacked body, a piece at a time."""

    def __init__(self, file: BinaryIO, begin: int, end: int) -> None:
        file.seek(begin)
        self._file, self._left, self._unpacker = file, end - begin, lzma.LZMADecompressor(lzma.FORMAT_XZ)

    def read(self) -> bytes:
        piece = b""
        try:
            while not piece and not self._unpacker.eof:
                packed = b""
                if self._unpacker.needs_input:
                    packed = self._file.read(min(CHUNK, self._left))
                    if not packed:
                        raise checker.NotACertificate("the packed body is incomplete")
                    self._left -= len(packed)
                piece = self._unpacker.decompress(packed, CHUNK)
            if not piece and (self._left or self._unpacker.unused_data):
                raise checker.NotACertificate("something follows after the packed body")
        except lzma.LZMAError as error:
            raise checker.NotACertificate(f"the body cannot be unpacked: {error}") from None
        return piece
