"""Certificates for tests: made in memory, checked by both checkers."""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import random
import time
from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple

import pytest

from noughts.engine import _core
from noughts.games import Game, Position
from noughts.proofs import certificates, checker
from noughts.proofs.executors import ProofThreads
from noughts.proofs.scheduler import Scheduler
from noughts.proofs.units import NODE_SLICE, UNLIMITED, Question

# The checker in Python takes minutes for the longest proofs, and longer where others work on the machine too.
AT_NIGHT = (pytest.mark.nightly, pytest.mark.timeout(7200))
# How often what happens by chance is tried; ten times as often at night.
TIMES = 10 if os.environ.get("HYPOTHESIS_PROFILE") == "nightly" else 1
FILES = 1_000_000 if TIMES > 1 else 20_000  # that are almost right


def prover(game: Game, kind: str, **options: Any) -> _core.Prover:
    make: Any = {"hold": _core.hold_prover, "guard": _core.guard_prover, "win": _core.win_prover}[kind]
    found: _core.Prover = make(
        cells=game.cells, lines=game.lines, symmetries=game.automorphisms, memory=64 << 20, **options
    )
    return found


def stones(position: Position, side: str) -> int:
    mark = position.game.marks_of[side][0]
    return sum(1 << cell for cell, found in enumerate(position.board) if found == mark)


class _Ready(NamedTuple):
    """Stands for the recipe of a prover that is there already, so that one table serves many questions."""

    prover: _core.Prover

    def make(self) -> _core.Prover:
        return self.prover


@cache
def _one_thread() -> ProofThreads:
    return ProofThreads(1)


def is_proved(search: _core.Prover, one: int, other: int, first: bool, budget: int = UNLIMITED) -> bool:
    """Whether the prover answers the question as `prove` asks it: in units that a scheduler hands to a thread."""
    question = Question(_Ready(search), one, other, first)  # type: ignore[arg-type]
    return Scheduler(_one_thread(), node_slice=NODE_SLICE).prove(question, budget)


def body_of(position: Position, parts: list[tuple[str, str]], **options: Any) -> bytes | None:
    """The body of a certificate with these parts, if all of them are proved."""
    pieces: list[bytes] = []
    for kind, side in parts:
        search = prover(position.game, kind, **options)
        mine, theirs = stones(position, side), stones(position, position.game.opponent[side])
        first = (side == position.to_move) == (kind == "win")
        # On a large board no reply may be tried for ever; on a small one the last budget is enough for all of them.
        if not any(is_proved(search, mine, theirs, first, budget) for budget in (100, 1_000, 10_000)):
            return None
        assert search.write(mine, theirs, first, pieces.append) == "finished"
    return b"".join(pieces)


def header_of(position: Position, result: str, parts: list[tuple[str, str]]) -> dict[str, Any]:
    return {
        "game": position.game.name,
        "shape": list(position.game.shape),
        "length": position.game.length,
        "position": position.text,
        "result": result,
        "parts": [{"kind": kind, "side": side} for kind, side in parts],
        "symmetries": certificates.images(position.game),
    }


def text_of(header: dict[str, Any]) -> bytes:
    """A header as it is written."""
    return json.dumps(header, separators=(",", ":")).encode()


def sealed(data: bytes) -> bytes:
    """With a checksum that is right."""
    return data + hashlib.sha256(data).digest()


def file_of(header: bytes, body: bytes) -> bytes:
    """A certificate as it is in a file."""
    return sealed(certificates.MAGIC + len(header).to_bytes(4, "little") + header + lzma.compress(body, preset=0))


_claims: dict[bytes, checker.Checker] = {}


def claim_of(header: dict[str, Any]) -> checker.Checker:
    """A checker that has read the header, kept because that takes longer than a small proof."""
    key = text_of(header)
    if key not in _claims:
        _claims[key] = checker.Checker(checker.parsed(key), b"")
    return _claims[key]


def python_objection(header: dict[str, Any], body: bytes) -> str | None:
    """Why the checker in Python refuses; None if the proof stands."""
    try:
        claim = claim_of(header)
        claim.body, claim.at, claim.nodes = body, 0, 0
        claim.check()
    except checker.Refused as error:
        return str(error)
    return None


def compiled_objection(header: dict[str, Any], body: bytes) -> str | None:
    """Why the compiled checker refuses; None if the proof stands."""
    try:
        compiled_check(text_of(header), body)
    except _core.Refused as error:
        return str(error)
    return None


def compiled_check(header: bytes, body: bytes) -> int:
    """The number of nodes, by the compiled checker."""
    pieces = [body]
    proof = _core.CertificateChecker(header, lambda: pieces.pop() if pieces else b"")
    proof.check()
    return proof.nodes


Verdict = tuple[str, int]  # a word, and how many nodes the proof has where it stands


def verdicts(header: bytes, body: bytes) -> tuple[Verdict, Verdict]:
    """What the two checkers, first the compiled one, say of a header and a body."""
    try:
        compiled = "stands", compiled_check(header, body)
    except _core.NotACertificate:
        compiled = "no certificate", 0
    except _core.Refused:
        compiled = "refused", 0
    try:
        python = "stands", int(checker.Checker(checker.parsed(header), body).check()["nodes"])
    except checker.NotACertificate:
        python = "no certificate", 0
    except checker.Refused:
        python = "refused", 0
    return compiled, python


def file_verdicts(data: bytes) -> tuple[Verdict, Verdict]:
    """What the two checkers, first the compiled one, say of a whole file."""

    def verdict(python: bool) -> Verdict:
        try:
            return "stands", certificates.checked(BytesIO(data), python=python).nodes
        except certificates.NotACertificate:
            return "no certificate", 0
        except certificates.ProofRefused:
            return "refused", 0

    return verdict(False), verdict(True)


def random_position(game: Game, chance: random.Random, most: int) -> Position:
    """A position after at most so many random moves in which the game goes on."""
    while True:
        position = game.start(chance.choice(game.sides))
        for _ in range(chance.randint(0, most)):
            if position.outcome is None:
                position = position.play(chance.choice(position.legal_moves))
        if position.outcome is None:
            return position


def wait_until(happens: Callable[[], bool], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)
