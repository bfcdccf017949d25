"""A checker that was written from docs/certificates.md alone comes to what our own two come to."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pytest

from noughts.proofs import certificates, checker
from noughts.proofs.strategies import SHIPPED
from proofs import fuzzing, stranger
from proofs.making import AT_NIGHT, TIMES, Verdict, file_of, file_verdicts

COUNT = 24_000 * TIMES  # of files that are almost certificates
LONG = ("7,4,4", "8,7,5", "qubic")


def strangers_verdict(data: bytes) -> Verdict:
    try:
        return "stands", stranger.verify(data)
    except stranger.NotACertificate:
        return "no certificate", 0
    except stranger.Refused:
        return "refused", 0


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=AT_NIGHT if path.stem in LONG else ())
        for path in sorted(SHIPPED.glob("*.proof"))
    ],
)
def test_every_proof_of_the_package_stands(path: Path) -> None:
    assert stranger.verify(path.read_bytes()) == certificates.verify(path).nodes


@pytest.mark.slow
@pytest.mark.parametrize("what", fuzzing.KINDS)
def test_three_checkers_agree(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    remembered: Callable[..., list[int]] = lru_cache(1000)(checker.lines_of)
    monkeypatch.setattr(checker, "lines_of", remembered)  # it takes longer than all the rest, and shapes are few
    chance, seen, count = random.Random(f"a stranger's {what}"), Counter[str](), COUNT // len(fuzzing.KINDS)
    for number in range(count):
        given = fuzzing.KINDS[what](chance)
        data = given if isinstance(given, bytes) else file_of(*given)
        compiled, python = file_verdicts(data)
        assert compiled == python == strangers_verdict(data), f"input {number} of {what}: {data!r:.20000}"
        seen[compiled[0]] += 1
    expected = {"stands", "refused"} if what in ("bodies", "made") else {"stands", "refused", "no certificate"}
    assert all(seen[verdict] > count // 50 for verdict in expected), seen
