"""A proof that is killed at any moment goes on from its checkpoint and comes to the same."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from noughts.errors import EngineError
from noughts.games import Result, position
from noughts.proofs import certificates, proving as proofs
from noughts.proofs.certificates import Part
from noughts.proofs.checkpoint import MAGIC, MOST_FILES, Checkpoint
from noughts.proofs.units import Question, Recipe
from proofs.making import AT_NIGHT


def prove(name: str, kept: Path, file: Path) -> list[str]:
    options = ["--certificate", str(file), "--checkpoint", str(kept), "--threads", "2", "--json"]
    return [sys.executable, "-m", "noughts", "prove", name, *options]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "result", "kills", "longest"),
    [
        ("7,7,5", "draw", 4, 1.5),
        ("6,5,4", "win", 3, 0.6),
        pytest.param("8,7,5", "draw", 8, 20.0, marks=AT_NIGHT),
        pytest.param("qubic", "win", 8, 15.0, marks=AT_NIGHT),
    ],
)
def test_killed_at_random_moments(name: str, result: str, kills: int, longest: float, tmp_path: Path) -> None:
    chance, command = random.Random(name), prove(name, tmp_path / "kept", tmp_path / "proof")
    for _ in range(kills):
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(chance.uniform(0.2, longest))
        running.kill()
        running.communicate(timeout=60)
    done = subprocess.run(command, capture_output=True, text=True, timeout=3000, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["result"] == result
    for python in (False, True):
        assert str(certificates.verify(tmp_path / "proof", python=python and name != "8,7,5").result) == result


def test_what_was_proved_is_not_proved_again(tmp_path: Path) -> None:
    where, kept = position("7,7,5"), tmp_path / "kept"
    first = proofs.prove(where, checkpoint=kept)
    again = proofs.prove(where, checkpoint=kept, certificate=tmp_path / "proof")
    assert first.result is again.result is Result.DRAW
    assert again.nodes < first.nodes / 10
    assert certificates.verify(tmp_path / "proof").result is Result.DRAW


def test_a_checkpoint_is_of_one_position(tmp_path: Path) -> None:
    proofs.prove(position("7,7,5"), checkpoint=tmp_path)
    with pytest.raises(EngineError, match=r"another game or position: its shape is \[7, 7\], not \[6, 6\]"):
        proofs.prove(position("6,6,5"), checkpoint=tmp_path)


def test_damage_is_seen(tmp_path: Path) -> None:
    where = position("7,7,5")
    proofs.prove(where, checkpoint=tmp_path)
    path = min(tmp_path.glob("*.part"))  # on a busy machine there may be more than one
    data = path.read_bytes()
    for at in random.Random(1).sample(range(8, len(data)), 20):
        path.write_bytes(data[:at] + bytes([data[at] ^ 16]) + data[at + 1 :])
        with pytest.raises(EngineError, match="checksum"):
            proofs.prove(where, checkpoint=tmp_path)
    for other in (b"", b"something else", b"NOUGHTC\x01" + data[8:]):
        path.write_bytes(other)
        with pytest.raises(EngineError, match="not part of a checkpoint of this version"):
            proofs.prove(where, checkpoint=tmp_path)
    done = subprocess.run(
        prove("7,7,5", tmp_path, tmp_path / "proof"), capture_output=True, text=True, timeout=600, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") <= 3


def sealed(header: object, updates: bytes = b"") -> bytes:
    """What a program that knows the format, but writes nonsense, would write."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    data = MAGIC + len(text).to_bytes(4, "little") + text + updates
    return data + hashlib.sha256(data).digest()


def test_nonsense_with_a_right_checksum_is_refused(tmp_path: Path) -> None:
    where = position("7,7,5")
    good = {"shape": [7, 7], "length": 5, "position": where.text, "part": ["hold", "X"], "failed": []}
    proofs.prove(where, checkpoint=tmp_path)
    path = min(tmp_path.glob("*.part"))
    for nonsense in (
        sealed(b"not JSON"),
        sealed([1, 2]),
        sealed({key: value for key, value in good.items() if key != "part"}),
        sealed({**good, "part": "hold"}),
        sealed({**good, "failed": [[1]]}),
        sealed({**good, "failed": [["a", "b", "c"]]}),
        sealed({**good, "failed": [[-1, 5, 5]]}),
        sealed(good, bytes(16)),
        sealed(good, bytes(17)),
        MAGIC + b"\xff\xff\xff\xff" + hashlib.sha256(MAGIC + b"\xff\xff\xff\xff").digest(),
    ):
        path.write_bytes(nonsense)
        with pytest.raises(EngineError, match="its contents are not valid; remove the file"):
            proofs.prove(where, checkpoint=tmp_path)


@pytest.mark.parametrize("name", ["1abc.part", "1.part", "١٢٣٤٥٦٧٨.part", "99999999x.part"])
def test_files_of_others_are_left_alone(name: str, tmp_path: Path) -> None:
    other = tmp_path / name
    other.write_text("notes")
    for _ in range(2):
        proof = proofs.prove(position("6,5,4"), checkpoint=tmp_path)
        assert (proof.result, proof.checked) == (Result.WIN, True)
    assert other.read_text() == "notes"
    assert len(list(tmp_path.iterdir())) > 1


def test_the_number_of_files_is_bounded(tmp_path: Path) -> None:
    where = position("7,7,5")
    question = Question(Recipe("hold", where.game, 64 << 20), 0, 0, False)
    part = Part("hold", "X")
    checkpoint = Checkpoint(tmp_path, where)
    checkpoint.load({part: question})
    files = 0
    while (now := question.frontier(budget=100, most=1)).status == "waiting":
        proved, *_ = question.prover.search(now.units[0].about, now.units[0].against, budget=100)
        if not proved:
            question.fail(now.units[0].key, 100)
        checkpoint.save({part: question})
        files += 1
        assert len([*tmp_path.iterdir()]) <= MOST_FILES + 1
    assert files > MOST_FILES
    fresh = Question(Recipe("hold", where.game, 64 << 20), 0, 0, False)
    Checkpoint(tmp_path, where).load({part: fresh})
    assert fresh.frontier(budget=100, most=1).status == now.status == "proved"
