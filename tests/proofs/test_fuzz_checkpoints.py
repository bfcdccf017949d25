"""Files that are almost part of a checkpoint, 20,000 and a million at night: each is taken in, or refused in words.

What was taken in may be false; a proof that goes on from it is right all the same. `make test-native` runs them under
the sanitizers.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from noughts.errors import EngineError
from noughts.games import Position, position
from noughts.proofs import proving as proofs
from noughts.proofs.certificates import Part
from noughts.proofs.checkpoint import MAGIC, Checkpoint
from noughts.proofs.units import Question
from proofs.fuzzing import in_another_token, with_other_bytes
from proofs.making import FILES
from proofs.test_hostile import question_of, record

GAMES = {"tictactoe": "draw", "6,4,4": "draw", "6,5,4": "win"}
FRESH = 50  # files after which the provers are made anew
DEEP = "a list of lists"  # of so many that it cannot be made here
PROVED = 60  # of the files that are taken in, one in so many is proved with


@cache
def parts(name: str) -> list[tuple[dict[str, Any], bytes]]:
    """The headers and the records of a checkpoint that our own program wrote."""
    with TemporaryDirectory() as folder:
        proofs.prove(position(name), checkpoint=Path(folder), memory=64 << 20)
        written = [path.read_bytes() for path in sorted(Path(folder).iterdir())]
    ends = [12 + int.from_bytes(data[8:12], "little") for data in written]
    return [(json.loads(data[12:end]), data[end:-32]) for data, end in zip(written, ends)]


def joined(text: bytes, news: bytes, length: int | None = None) -> bytes:
    size = len(text) if length is None else length
    return MAGIC + (size & 0xFFFFFFFF).to_bytes(4, "little") + text + news


# fmt: off
ODD: list[Any] = [
    None, True, False, "", "X", "hold", "win", "12", "9" * 20, "\ud800", "\0", "x" * 100_000, DEEP, 0, -1, 64, 65, 255,
    256, 1 << 31, 1 << 62, 1 << 63, 1 << 64, -(1 << 63), -(1 << 64), 10**4000, 1.5, -0.0, 1e300, float("nan"),
    float("inf"), float("-inf"), [], {}, [[]], [1], [1, 2, 3], [[1, 2, 3]] * 200, {"part": 1},
]
# fmt: on


def with_another_value(chance: random.Random, header: dict[str, Any], news: bytes) -> bytes:
    header = json.loads(json.dumps(header))
    key: Any
    for key in dict.fromkeys(chance.choices([*header, "part", "failed", "failed"], k=chance.choice((1, 1, 1, 2)))):
        where: Any = header
        while isinstance(where[key], list) and where[key] and chance.random() < 0.7:
            where, key = where[key], chance.randrange(len(where[key]))
        if key == "failed" and chance.random() < 0.7:
            where[key] = [[chance.choice((0, 1, 9, (1 << 64) - 1)), chance.choice((0, 100, 1 << 62)), -1]]
        elif isinstance(key, str) and chance.random() < 0.2:
            del where[key]
        else:
            where[key] = chance.choice(ODD)
    depth = chance.randrange(1, 1000)
    return joined(json.dumps(header).replace(f'"{DEEP}"', "[" * depth + "]" * depth).encode(), news)


def with_another_text(chance: random.Random, header: dict[str, Any], news: bytes) -> bytes:
    """What JSON allows and nobody writes, and what it does not allow."""
    text = json.dumps(header).encode()
    depth = chance.choice((10, 990, 1_000, 1_100, 100_000))
    deep = chance.choice((b"[" * depth + b"]" * depth, b'{"a":' * depth + b"1" + b"}" * depth, b"[" * depth))
    change = chance.randrange(8)
    if change == 0:
        text = in_another_token(text, chance)
    elif change == 1:
        text = with_other_bytes(text, chance)
    elif change == 2:  # every key twice
        text = text[:-1] + b"," + with_other_bytes(text[1:], chance)
    elif change == 3:
        text = text[:-1] + b', "more": ' + deep + b"}"
    elif change == 4:
        text = chance.choice(
            (text.replace(b'"hold"', deep), text.replace(b'"failed": [', b'"failed": [' + deep + b","))
        )
    elif change == 5:
        text = chance.choice((deep, b"", b"null", b"1", b'"part"', b"[]", b"{}", b"9" * 5_000, b"NaN", b"-Infinity"))
    elif change == 6:
        text = text.decode().encode(chance.choice(("utf-16", "utf-32", "utf-8-sig", "utf-16-be")))
    else:
        text = text.replace(b"X", chance.choice((b"\xff", b"\xed\xa0\x80", b"\\ud800", b"\\u0000", b"\x00")))
    return joined(text, news)


def with_other_records(chance: random.Random, header: dict[str, Any], news: bytes) -> bytes:
    """Keys that are there and others, with zones and replies by chance; sometimes cut short."""
    keys = [int.from_bytes(news[at : at + 8], "little") for at in range(0, len(news), 17)]
    anything: Callable[[], int] = lambda: chance.choice((0, 1, (1 << 64) - 1, 1 << 63, chance.getrandbits(64)))  # noqa: E731
    made = b"".join(
        record(
            anything() if chance.random() < 0.05 else chance.choice(keys) or 1,
            anything(),
            chance.choice((0, 1, 8, 63, 64, 65, 255)) if chance.random() < 0.05 else chance.randrange(30),
        )
        for _ in range(chance.choice((0, 1, 5, 30)))
    )
    cut = -chance.randrange(1, 17) if chance.random() < 0.1 else None
    return joined(json.dumps(header).encode(), (news[: 17 * chance.randrange(20)] + made)[:cut])


def with_another_length(chance: random.Random, header: dict[str, Any], news: bytes) -> bytes:
    text = json.dumps(header).encode()
    change = chance.choice((-1, 1, -len(text), 17, 1 << 31, len(news), len(news) + 1, len(news) + 33))
    return joined(text, news, len(text) + change)


def with_other_bits(chance: random.Random, header: dict[str, Any], news: bytes) -> bytes:
    return with_other_bytes(joined(json.dumps(header).encode(), news), chance)


CHANGES: list[Callable[[random.Random, dict[str, Any], bytes], bytes]] = [
    with_another_value,
    with_another_value,
    with_another_text,
    with_other_records,
    with_another_length,
    with_other_bits,
]


def a_file(name: str, chance: random.Random) -> bytes:
    header, news = chance.choice(parts(name))
    data = chance.choice(CHANGES)(chance, header, news)
    if chance.random() < 0.02:
        return data[: chance.randrange(50)]
    checksum = hashlib.sha256(data).digest()
    return data + (checksum if chance.random() < 0.98 else bytes(32))


def questions_of(where: Position) -> dict[Part, Question]:
    return {Part(kind, "X"): question_of(where, kind, "X") for kind in ("hold", "guard", "win")}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 7, 8, 11, 13, 14])
def test_records_that_mislead_do_not_do_so_for_ever(seed: int, tmp_path: Path) -> None:
    """What is left of them when some were found to be false kept a search of 10 ms busy for more than a minute."""
    chance, where = random.Random(seed), position("6,5,4")
    header, news = next(part for part in parts("6,5,4") if part[0]["part"] == ["win", "X"])
    keys = [news[at : at + 8] for at in range(0, len(news), 17)]
    forged = (chance.choice(keys) + chance.randbytes(8) + bytes([chance.randrange(30)]) for _ in range(40))
    data = joined(json.dumps(header).encode(), b"".join(forged))
    (tmp_path / "00000001.part").write_bytes(data + hashlib.sha256(data).digest())
    proof = proofs.prove(where, checkpoint=tmp_path, memory=64 << 20, time_limit=60)
    assert (str(proof.result), proof.checked) == ("win", True)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("files", [1_000, pytest.param(FILES, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", GAMES)
def test_a_file_is_taken_in_or_refused(name: str, files: int, tmp_path: Path) -> None:
    where, chance, seen = position(name), random.Random(name), Counter[str]()
    path, file = tmp_path / "kept" / "00000001.part", tmp_path / "proof"
    checkpoint, questions = Checkpoint(path.parent, where), questions_of(where)
    count = files // len(GAMES) + 1
    for number in range(count):
        data = a_file(name, chance)
        path.write_bytes(data)
        if number % FRESH == 0:
            questions = questions_of(where)
        try:
            checkpoint.load(questions)
        except EngineError as error:
            assert str(tmp_path) in str(error)
            seen["refused"] += 1
            continue
        except BaseException as error:
            pytest.fail(f"file {number} of {name}: {error!r:.300}: {data!r:.5000}")
        seen["taken in"] += 1
        if seen["taken in"] % PROVED:
            continue
        for question in questions.values():
            question.frontier(budget=10, most=100)
        proof = proofs.prove(where, checkpoint=path.parent, certificate=file, memory=64 << 20, time_limit=10)
        assert str(proof.result) in ("None", GAMES[name]), f"file {number}: {data!r:.5000}"
        assert proof.checked == file.exists()
        seen["proved"] += proof.checked
        file.unlink(missing_ok=True)
        for more in path.parent.iterdir():
            more.unlink()
    assert min(seen["refused"], seen["taken in"]) > count // 10, seen
    assert seen["proved"] > count // 10 // PROVED, seen
