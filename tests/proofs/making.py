"""Certificates for tests: made in memory, checked by both checkers."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from noughts.engine import _core, checker
from noughts.engine.certificates import images
from noughts.games import Game, Position

# The checker in Python takes minutes for the longest proofs, and longer where others work on the machine too.
AT_NIGHT = (pytest.mark.nightly, pytest.mark.timeout(7200))
# How often what happens by chance is tried; ten times as often at night.
TIMES = 10 if os.environ.get("HYPOTHESIS_PROFILE") == "nightly" else 1


def prover(game: Game, kind: str, **options: Any) -> _core.Prover:
    make: Any = {"hold": _core.hold_prover, "guard": _core.guard_prover, "win": _core.win_prover}[kind]
    found: _core.Prover = make(
        cells=game.cells, lines=game.lines, symmetries=game.automorphisms, memory=64 << 20, **options
    )
    return found


def stones(position: Position, side: str) -> int:
    mark = position.game.marks_of[side][0]
    return sum(1 << cell for cell, found in enumerate(position.board) if found == mark)


def body_of(position: Position, parts: list[tuple[str, str]], **options: Any) -> bytes | None:
    """The body of a certificate with these parts, if all of them are proved."""
    pieces: list[bytes] = []
    for kind, side in parts:
        search = prover(position.game, kind, **options)
        mine, theirs = stones(position, side), stones(position, position.game.opponent[side])
        first = (side == position.to_move) == (kind == "win")
        # On a large board no reply may be tried for ever; on a small one the last budget is enough for all of them.
        if not any(search.prove(mine, theirs, first, budget=budget)[0] for budget in (100, 1_000, 10_000)):
            return None
        assert search.write(mine, theirs, first, pieces.append) == "finished"
    return b"".join(pieces)


def header_of(position: Position, result: str, parts: list[tuple[str, str]]) -> dict[str, Any]:
    return {
        "game": position.game.name,
        "shape": list(position.game.shape),
        "length": position.game.length,
        "position": str(position),
        "result": result,
        "parts": [{"kind": kind, "side": side} for kind, side in parts],
        "symmetries": images(position.game),
    }


_claims: dict[str, checker.Checker] = {}


def claim_of(header: dict[str, Any]) -> checker.Checker:
    """A checker that has read the header, kept because that takes longer than a small proof."""
    key = repr(header)
    if key not in _claims:
        _claims[key] = checker.Checker(header, b"")
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
    """Why the compiled checker refuses; None if the proof stands. The claim itself is read in Python."""
    pieces = [body]
    claim = claim_of(header)
    try:
        proof = _core.CertificateChecker(
            header["shape"], header["length"], header["symmetries"], lambda: pieces.pop() if pieces else b""
        )
        for kind, side in claim.claimed_parts():
            mine, theirs = claim.stones[side], claim.stones["O" if side == "X" else "X"]
            {"hold": proof.hold, "guard": proof.guard, "win": proof.win}[kind](mine, theirs, side == claim.mover)
        proof.finish()
    except (checker.Refused, _core.Refused) as error:
        return str(error)
    return None


def random_position(game: Game, chance: random.Random, most: int) -> Position:
    """A position after at most so many random moves in which the game goes on."""
    while True:
        position = game.start(chance.choice(game.sides))
        for _ in range(chance.randint(0, most)):
            if position.outcome is None:
                position = position.play(chance.choice(position.legal_moves()))
        if position.outcome is None:
            return position


def wait_until(happens: Callable[[], bool], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)
