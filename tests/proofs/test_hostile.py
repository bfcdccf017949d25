"""Whatever a checkpoint, a worker or a table claims: nothing false is called proven, and what is true is found."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from tiers import quick_for

from noughts.errors import EngineError
from noughts.games import Position, Result, position
from noughts.proofs import certificates, proving as proofs
from noughts.proofs.checkpoint import MAGIC
from noughts.proofs.units import ProofUnit, Question, Recipe, SearchResult
from noughts.search import Status
from proofs import brute_force
from proofs.making import random_position, stones

EVERYWHERE, NOWHERE, BY_THREATS = (1 << 64) - 1, 0, 64


def record(key: int, zone: int, reply: int) -> bytes:
    return key.to_bytes(8, "little") + zone.to_bytes(8, "little") + bytes([reply])


def question_of(where: Position, kind: str, side: str, **options: int) -> Question:
    mine, theirs = stones(where, side), stones(where, where.game.opponent[side])
    recipe = Recipe(kind, where.game, 64 << 20, tuple(options.items()))
    return Question(recipe, mine, theirs, (side == where.to_move) == (kind == "win"))


def lies(where: Position, kind: str, side: str, zone: int, reply: int) -> bytes:
    """All that a proof of this part waits for is proved, says the forger, until its walk over them ends.

    The forger of an attack does not look for pairings, which would stop it.
    """
    question, forged = question_of(where, kind, side, **({"pairings": False} if kind == "win" else {})), b""
    while (now := question.frontier(budget=10, most=1000)).status == "waiting":
        updates = b"".join(record(unit.key, zone, reply) for unit in now.units)
        question.prover.merge(updates)
        forged += updates
    assert now.status == "proved", "this forgery would not be noticed"
    is_stopped = (where.game.name, kind, side) in STOPPED_BY_A_PAIRING
    question = question_of(where, kind, side)
    question.prover.merge(forged)
    assert question.frontier(budget=10, most=1000).status == ("failed" if is_stopped else "proved")
    return forged


def forge(directory: Path, where: Position, kind: str, side: str, updates: bytes) -> None:
    """A checkpoint as our own program would write it, with a right checksum."""
    rules = where.game
    header = {"shape": [*rules.shape], "length": rules.length, "position": where.text}
    text = json.dumps({**header, "part": [kind, side], "failed": []}).encode()
    data = MAGIC + len(text).to_bytes(4, "little") + text + updates
    directory.mkdir()
    (directory / "00000001.part").write_bytes(data + hashlib.sha256(data).digest())


# An attack that our prover gives up at sight, whatever a checkpoint says.
STOPPED_BY_A_PAIRING = {("6,6,5", "win", "X")}
FORGERIES = [
    ("6,5,4", None, "hold", "X", "win"),
    ("6,5,4", None, "guard", "X", "win"),
    ("6,6,5", None, "win", "X", "draw"),
    ("7,7,5", None, "win", "X", "draw"),
    ("5,5,4", "_____/_____/__X__/_____/_____ O", "win", "X", "draw"),
    ("5,5,4", "_____/_____/__X__/_____/_____ O", "win", "O", "draw"),
    ("6,5,4", "_____/_____/__X__/_____/_____/_____ O", "hold", "X", "loss"),
    ("6,5,4", "_____/_____/__X__/_____/_____/_____ O", "win", "O", "loss"),
    ("4,4,3", "____/_X__/____/____ O", "guard", "X", "loss"),
]


@pytest.mark.parametrize("reply", quick_for([0, 9, BY_THREATS], 9))
@pytest.mark.parametrize("zone", quick_for([EVERYWHERE, NOWHERE], NOWHERE), ids=["everywhere", "nowhere"])
@pytest.mark.parametrize(("game", "board", "kind", "side", "result"), quick_for(FORGERIES, *FORGERIES[1::3]))
def test_a_forged_checkpoint(
    game: str, board: str | None, kind: str, side: str, result: str, zone: int, reply: int, tmp_path: Path
) -> None:
    where = position(game, board)
    if reply < BY_THREATS:
        reply = min(reply, where.game.cells - 1)
    for number, file in enumerate((None, tmp_path / "proof")):
        kept = tmp_path / f"kept{number}"
        try:
            forged = lies(where, kind, side, zone, reply)
        except ValueError:  # replies off the board are refused when they are read
            forged = record(1, zone, reply)
        forge(kept, where, kind, side, forged)
        proof = proofs.prove(where, checkpoint=kept, certificate=file)
        assert (str(proof.result), proof.status, proof.checked) == (result, Status.PROVEN, True)
        if file is not None:
            for python in (False, True):
                assert str(certificates.verify(file, python=python).result) == result


@pytest.mark.parametrize(
    "options", quick_for([[], ["--certificate", "proof"]], []), ids=["without", "with a certificate"]
)
def test_the_command_names_the_checkpoint_that_is_false(options: list[str], tmp_path: Path) -> None:
    where = position("6,5,4")
    forge(tmp_path / "kept", where, "hold", "X", lies(where, "hold", "X", EVERYWHERE, 9))
    command = [sys.executable, "-m", "noughts", "prove", "6,5,4", "--checkpoint", "kept", "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, cwd=tmp_path)
    answer = json.loads(done.stdout)
    assert (answer["result"], answer["proved_by"], answer["checked"], answer["checker"]) == (
        *("win", "certificate", True, "compiled"),
    )
    assert done.stderr == "noughts: part of what the checkpoint kept says is wrong; it is searched again\n"
    again = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, cwd=tmp_path)
    assert (again.returncode, again.stderr) == (0, ""), "what was false is still in the checkpoint"


def test_what_is_true_in_a_forged_checkpoint_is_not_lost(tmp_path: Path) -> None:
    where, kept = position("7,7,5"), tmp_path / "kept"
    first = proofs.prove(where, checkpoint=kept)
    files = {path: path.read_bytes() for path in kept.iterdir()}
    question, chance = question_of(where, "hold", "X"), random.Random(1)
    keys = [unit.key for unit in question.frontier(budget=10, most=1000).units]
    (kept / "99999999.part").write_bytes(b"")
    for path, data in files.items():  # a record in ten has another reply
        end = 12 + int.from_bytes(data[8:12], "little")
        records = [data[at : at + 17] for at in range(end, len(data) - 32, 17)]
        changed = b"".join(
            one[:16] + bytes([chance.randrange(49)]) if chance.random() < 0.1 else one for one in records
        )
        body = data[:end] + changed + b"".join(record(key, EVERYWHERE, 0) for key in keys[:1])
        path.write_bytes(body + hashlib.sha256(body).digest())
    (kept / "99999999.part").unlink()
    proof = proofs.prove(where, checkpoint=kept, certificate=tmp_path / "proof")
    assert (proof.result, proof.checked) == (Result.DRAW, True)
    assert proof.nodes < first.nodes
    assert certificates.verify(tmp_path / "proof", python=True).result is Result.DRAW


class Lying:
    """Searches nothing, and says of every unit that it is proved."""

    workers = capacity = 1
    nodes = 0

    def __init__(self, zone: int, reply: int, says_how: bool = True) -> None:
        self.zone, self.reply, self.says_how = zone, reply, says_how
        self.open: list[ProofUnit] = []

    def begin(self, question: Question) -> None: ...

    def submit(self, unit: ProofUnit) -> None:
        self.open.append(unit)

    def cancel(self, unit: ProofUnit) -> None: ...

    def cancel_all(self) -> None:
        self.open.clear()

    def results(self, seconds: float) -> list[tuple[ProofUnit, SearchResult]]:
        done, self.open = self.open, []
        return [(unit, self._forged(unit)) for unit in done]

    def _forged(self, unit: ProofUnit) -> SearchResult:
        updates = record(unit.key, self.zone, self.reply) if self.says_how else b""
        return SearchResult(True, "finished", 1, 0.0, updates=updates, worker="the worker Mallory")


@pytest.mark.parametrize("zone", quick_for([EVERYWHERE, NOWHERE], NOWHERE), ids=["everywhere", "nowhere"])
@pytest.mark.parametrize("reply", quick_for([0, 9, 29, BY_THREATS], 29))
@pytest.mark.parametrize("game", quick_for(["8,7,5", "qubic"], "8,7,5"))
def test_a_worker_that_lies_is_named(game: str, zone: int, reply: int, tmp_path: Path) -> None:
    kept, file = tmp_path / "kept", tmp_path / "proof"
    file.write_bytes(b"what was there before")
    with pytest.raises(
        EngineError, match=r"^the worker Mallory (reported invalid proofs|returned updates that are not valid)"
    ):
        proofs.prove(position(game), executor=Lying(zone, reply), checkpoint=kept, certificate=file)
    assert file.read_bytes() == b"what was there before"
    if game == "8,7,5" and reply == 9:
        # What was false on the way of the proof is no longer in the checkpoint. If something was left beside it, the
        # next proof that comes across it says so, and then it is gone.
        proof = proofs.prove(position(game), checkpoint=kept, certificate=file, threads=2)
        assert (proof.result, proof.checked) == (Result.DRAW, True)
        assert set(proof.warnings) <= {f"part of what the checkpoint {kept} says is wrong; it is searched again"}
        again = proofs.prove(position(game), checkpoint=kept, certificate=file, threads=2)
        assert (again.result, again.checked, again.warnings) == (Result.DRAW, True, ())


def test_a_worker_that_does_not_say_how_is_named() -> None:
    with pytest.raises(EngineError, match="the worker Mallory says that a unit is proved, and not how"):
        proofs.prove(position("8,7,5"), executor=Lying(NOWHERE, 0, says_how=False))


def truth_of(where: Position) -> Result:
    rules, lines = where.game, brute_force.as_bits(where.game.lines)
    mine, theirs = stones(where, where.to_move), stones(where, rules.opponent[where.to_move])
    if brute_force.attacker_wins(rules.cells, lines, mine, theirs, True):
        return Result.WIN
    return Result.LOSS if brute_force.attacker_wins(rules.cells, lines, theirs, mine, False) else Result.DRAW


@pytest.mark.parametrize("name", quick_for(["tictactoe", "4,3,3", "3,4,3", "2,5,3"], "4,3,3"))
def test_keys_that_collide_never_make_a_false_proof(name: str) -> None:
    chance, rules = random.Random(name), position(name).game
    for _ in range(40):
        where = random_position(rules, chance, 3)
        proof = proofs.prove(where, prover_options={"key_bits": 8}, time_limit=10)
        assert proof.result in (None, truth_of(where)), where


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "truth", "bits"),
    [("7,7,5", "draw", 16), ("7,7,5", "draw", 12), ("6,5,4", "win", 8), ("5,5,4", "draw", 12)],
)
def test_keys_that_collide_on_large_boards(name: str, truth: str, bits: int, tmp_path: Path) -> None:
    file = tmp_path / "proof"
    proof = proofs.prove(position(name), prover_options={"key_bits": bits}, certificate=file, time_limit=8)
    assert proof.result is None or (str(proof.result) == truth)
    assert file.exists() == proof.checked
