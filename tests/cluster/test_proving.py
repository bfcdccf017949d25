"""Proofs on a cluster: the same verdict, and a certificate that stands, whatever happens to workers and driver."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from grade.running import COMMAND, environment

from noughts import __version__
from noughts.cluster.proving import SHARED, Known, search
from noughts.engine import certificates
from noughts.engine.units import Question, Recipe
from noughts.games import game

from .conftest import MakeCluster
from .running import START, another_version, wait_until

BOTH = [
    pytest.param("8,7,5", "draw"),
    pytest.param("qubic", "win", marks=pytest.mark.nightly),
]


class Command:
    """`noughts prove` while it runs, in a session of its own."""

    def __init__(self, folder: Path, *arguments: str | Path, settings: Mapping[str, str] | None = None) -> None:
        self.checkpoint, self.certificate = folder / "checkpoint", folder / "proof"
        files = ("--checkpoint", self.checkpoint, "--certificate", self.certificate)
        self.process = subprocess.Popen(
            [*COMMAND, "prove", *map(str, (*arguments, *files)), "--json"],
            cwd=folder,
            env={**environment(folder), **(settings or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def kept(self) -> int:
        """Bytes in the checkpoint."""
        return sum(path.stat().st_size for path in self.checkpoint.glob("*.part"))

    def wait_for(self, kept: int) -> None:
        wait_until(lambda: self.process.poll() is not None or self.kept() > kept, "more in the checkpoint")
        assert self.process.poll() is None, self.process.communicate()

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate(timeout=START)

    def done(self, seconds: float = 5 * START) -> tuple[int, dict[str, Any], str]:
        try:
            out, err = self.process.communicate(timeout=seconds)
        finally:
            if self.process.poll() is None:
                self.kill()
        return self.process.returncode, json.loads(out or "{}"), err


def assert_stands(command: Command, result: str) -> None:
    code, told, err = command.done()
    assert (code, told.get("result"), told.get("status")) == (0, result, "proven"), err
    assert str(certificates.verify(command.certificate).result) == result


@pytest.mark.parametrize(("name", "result"), BOTH)
def test_a_worker_that_is_late_and_one_that_is_killed(
    make_cluster: MakeCluster, tmp_path: Path, name: str, result: str
) -> None:
    cluster = make_cluster("first")
    command = Command(tmp_path, name, "--cluster", cluster.file)
    command.wait_for(0)
    first = cluster.processes["first"].pid
    os.killpg(first, signal.SIGSTOP)  # so that it is in the middle of a unit until the other one is there
    cluster.worker("late")
    cluster.kill("first")
    assert command.process.poll() is None
    assert_stands(command, result)


def test_a_driver_that_is_killed_and_a_scheduler_that_is_lost(make_cluster: MakeCluster, tmp_path: Path) -> None:
    cluster = make_cluster("first", "second")
    asked = ("8,7,5", "--cluster", cluster.address)
    command = Command(tmp_path, *asked)
    command.wait_for(0)
    command.kill()
    kept = command.kept()
    assert kept > 0 and not command.certificate.exists()
    command = Command(tmp_path, *asked, settings={"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"})
    command.wait_for(kept)
    cluster.kill("scheduler")
    code, told, err = command.done()
    assert (code, told) == (2, {})
    assert err.splitlines()[-1] == f"noughts: {cluster.address}: the connection to the scheduler was lost"
    for name in ("first", "second"):
        cluster.kill(name)
    assert_stands(Command(tmp_path, "8,7,5", "--threads", "2"), "draw")


def test_another_version_is_refused(make_cluster: MakeCluster, tmp_path: Path) -> None:
    cluster = make_cluster()
    cluster.worker("old", environment=another_version(tmp_path, "0.0.9"))
    code, told, err = Command(tmp_path, "7,7,5", "--cluster", cluster.file).done()
    assert (code, told) == (2, {})
    assert err.splitlines()[-1].endswith(f"cannot be used: noughts is 0.0.9 there and {__version__} here")


NOTHING = Known(0, b"")


def test_what_travels_with_units_is_used_once() -> None:
    """A worker that is told what another one has proved has nothing left to search, and tells nothing back."""
    recipe = Recipe("hold", game("7,7,5"), 64 << 20)
    bundle = tuple(Question(recipe, 0, 0, False).frontier(1000, 8).units)
    alone = search("a", recipe, bundle, NOTHING)
    assert all(result.proved for result in alone) and sum(result.nodes for result in alone) > len(bundle)
    news = b"".join(result.news for result in alone)
    assert news and len(news) % 17 == 0 and SHARED % 17 == 0
    for known in (Known(0, news), Known(0, news), Known(17, news[17:])):
        told = search("b", recipe, bundle, known)
        # Of each unit it is told that it is proved, whoever found that out: otherwise it would be asked for ever.
        assert all(result.proved and len(result.news) == 17 for result in told)
        assert sum(result.nodes for result in told) < sum(result.nodes for result in alone) / 2


def test_a_full_table_is_begun_anew() -> None:
    """A worker is told more than its table holds, and searches all the same."""
    recipe, chance = Recipe("hold", game("7,7,5"), 64 << 10), random.Random(1)
    question = Question(recipe, 0, 0, False)
    news = b"".join(chance.randbytes(8) + bytes(9) for _ in range(5000))
    with pytest.raises(MemoryError):
        question.prover.take_in(news)
    bundle = tuple(Question(recipe, 0, 0, False).frontier(100, 1).units)
    (full,), (empty,) = search("full", recipe, bundle, Known(0, news)), search("empty", recipe, bundle, NOTHING)
    assert full == empty._replace(seconds=full.seconds)
