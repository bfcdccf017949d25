"""Proofs on a cluster: the same verdict, and a certificate that stands, whatever happens to workers and driver."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from proofs.terminal import at_a_terminal

from noughts import __version__
from noughts.cluster import proving
from noughts.cluster.connection import connect
from noughts.cluster.proving import NO_UPDATES, SHARED, ProofWorkers, SharedUpdates, stop
from noughts.games import game
from noughts.proofs import certificates
from noughts.proofs.units import UNLIMITED, ProofUnit, Question, Recipe, SearchResult

from .conftest import MakeCluster
from .running import START, Running, another_version, lying, members, wait_until

BOTH = [
    pytest.param("8,7,5", "draw"),
    pytest.param("qubic", "win", marks=pytest.mark.nightly),
]


class Command(Running):
    """`noughts prove` while it runs."""

    def __init__(self, folder: Path, *arguments: str | Path, settings: Mapping[str, str] | None = None) -> None:
        self.checkpoint, self.certificate = folder / "checkpoint", folder / "proof"
        files = ("--checkpoint", self.checkpoint, "--certificate", self.certificate)
        super().__init__(folder, "prove", *arguments, *files, "--json", settings=settings)

    def kept(self) -> int:
        """Bytes in the checkpoint."""
        return sum(path.stat().st_size for path in self.checkpoint.glob("*.part"))

    def wait_for(self, kept: int) -> None:
        wait_until(lambda: self.process.poll() is not None or self.kept() > kept, "more in the checkpoint")
        assert self.process.poll() is None, self.process.communicate()

    def done(self) -> tuple[int, dict[str, Any], str]:
        code, out, err = self.end(5 * START)
        return code, json.loads(out or "{}"), err


def assert_stands(command: Command, result: str) -> None:
    code, report, err = command.done()
    assert (code, report.get("result"), report.get("status")) == (0, result, "proven"), err
    assert str(certificates.verify(command.certificate).result) == result


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_driver_that_is_killed_and_a_scheduler_that_is_lost(make_cluster: MakeCluster, tmp_path: Path) -> None:
    cluster = make_cluster("first", "second")
    arguments = ("qubic", "--cluster", cluster.address)
    command = Command(tmp_path, *arguments)
    command.wait_for(0)
    command.kill()
    kept = command.kept()
    assert kept > 0 and not command.certificate.exists()
    command = Command(tmp_path, *arguments, settings={"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"})
    command.wait_for(kept)
    cluster.kill("scheduler")
    code, report, err = command.done()
    assert (code, report) == (2, {})
    assert err.splitlines()[-1] == f"noughts: {cluster.address}: the connection to the scheduler was lost"
    for name in ("first", "second"):
        cluster.kill(name)
    assert_stands(Command(tmp_path, "qubic", "--threads", "2"), "win")


@pytest.mark.slow
def test_workers_of_this_machine_share_a_process_and_end_with_the_driver(tmp_path: Path) -> None:
    command = Command(tmp_path, "8,7,5", "--cluster", "local:2")
    command.wait_for(0)
    os.kill(command.process.pid, signal.SIGKILL)
    _, err = command.process.communicate(timeout=START)
    assert err.startswith("noughts: 1 worker with 2 threads at tcp://127.0.0.1:")
    wait_until(lambda: not members(command.process.pid), "the end of the workers")
    assert command.kept() > 0
    other = tmp_path / "other"
    other.mkdir()
    assert_stands(Command(other, "7,7,5", "--cluster", "local:2"), "draw")


@pytest.mark.slow
def test_a_worker_that_lies_is_named_and_nothing_true_is_lost(make_cluster: MakeCluster, tmp_path: Path) -> None:
    cluster = make_cluster()
    cluster.worker("liar", environment=lying(tmp_path))
    command = Command(tmp_path, "8,7,5", "--cluster", cluster.file)
    code, report, err = command.done()
    assert (code, report) == (2, {})
    last = err.splitlines()[-1]
    assert last.startswith("noughts: the worker liar (") and "reported invalid proofs; stop it" in last
    assert not command.certificate.exists()
    cluster.kill("liar")
    cluster.worker("honest")
    again = Command(tmp_path, "8,7,5", "--cluster", cluster.file)
    assert_stands(again, "draw")


@pytest.mark.slow
def test_at_a_terminal_it_tells_what_it_does_whatever_things_are_called(make_cluster: MakeCluster) -> None:
    """In brackets, which mean something where colours come from."""
    with at_a_terminal("prove", "3,3,3", "--cluster", "[/none]") as terminal:
        assert terminal.end() == 2
    assert "connecting to [/none]" in terminal.text and "Traceback" not in terminal.text
    cluster = make_cluster("[b]")
    with at_a_terminal("prove", "8,7,5", "--cluster", cluster.address) as terminal:
        assert terminal.end() == 0
    assert "running (1 on [b])" in terminal.text


def test_progress_is_true_at_once() -> None:
    question = Question(Recipe("hold", game("7,7,5"), 64 << 20), 0, 0, False)
    units = question.frontier(1000, 8).units
    with connect("local:1", together=True) as connection:
        workers = ProofWorkers(connection)
        workers.begin(question)
        assert (workers.progress().finished, workers.progress().open) == (0, 0)
        for unit in units:
            workers.submit(unit)
        assert (workers.progress().finished, workers.progress().open) == (0, len(units))
        finished: list[ProofUnit] = []
        while len(finished) < len(units):
            finished += [unit for unit, _ in workers.results(START)]
            assert (workers.progress().finished, workers.progress().open) == (len(finished), len(units) - len(finished))


@pytest.mark.slow
def test_another_version_is_refused(make_cluster: MakeCluster, tmp_path: Path) -> None:
    cluster = make_cluster()
    cluster.worker("old", environment=another_version(tmp_path, "0.0.9"))
    code, report, err = Command(tmp_path, "7,7,5", "--cluster", cluster.file).done()
    assert (code, report) == (2, {})
    assert err.splitlines()[-1].endswith(f"cannot be used: noughts is 0.0.9 there and {__version__} here")


def search(
    proof: str, recipe: Recipe, first: int, bundle: Sequence[ProofUnit], shared: SharedUpdates = NO_UPDATES
) -> list[SearchResult]:
    """As on a worker."""
    return proving.search(proof, recipe.as_data(), first, bundle, *shared)


def search_all(
    proof: str, recipe: Recipe, bundle: Sequence[ProofUnit], shared: SharedUpdates = NO_UPDATES
) -> list[SearchResult]:
    """One by one, so that there is time for each."""
    return [search(proof, recipe, number, (unit,), shared)[0] for number, unit in enumerate(bundle)]


def test_what_travels_with_units_is_used_once() -> None:
    """A worker that is told what another one has proved has nothing left to search, and tells nothing back."""
    recipe = Recipe("hold", game("7,7,5"), 64 << 20)
    bundle = tuple(Question(recipe, 0, 0, False).frontier(1000, 8).units)
    alone = search_all("a", recipe, bundle)
    assert all(result.proved for result in alone) and sum(result.nodes for result in alone) > len(bundle)
    updates = b"".join(result.updates for result in alone)
    assert updates and len(updates) % 17 == 0 and SHARED % 17 == 0
    for shared in (SharedUpdates(0, updates), SharedUpdates(0, updates), SharedUpdates(17, updates[17:])):
        informed = search_all("b", recipe, bundle, shared)
        # Of each unit it is told that it is proved, whoever found that out: otherwise it would be asked for ever.
        assert all(result.proved and len(result.updates) == 17 for result in informed)
        assert sum(result.nodes for result in informed) < sum(result.nodes for result in alone) / 2


def test_what_is_no_longer_wanted_is_not_searched() -> None:
    recipe = Recipe("hold", game("7,7,5"), 64 << 20)
    bundle = tuple(Question(recipe, 0, 0, False).frontier(1000, 8).units)
    assert len(bundle) > 3
    (first,) = search("stopped", recipe, 0, bundle[:1])
    assert first.proved
    stop("another", 100, ())
    stop("stopped", 1, (0, 3))
    again = search_all("stopped", recipe, bundle[:4])
    assert [result.reason for result in again] == ["cancelled", "finished", "finished", "cancelled"]
    assert again[0].nodes == again[3].nodes == 0
    stop("stopped", 2, ())
    again = search_all("stopped", recipe, bundle[:4])
    assert [result.reason for result in again] == ["cancelled", "cancelled", "finished", "cancelled"]


def test_a_search_ends_when_its_unit_is_no_longer_wanted() -> None:
    recipe = Recipe("hold", game("8,8,5"), 64 << 20)
    (unit,) = Question(recipe, 0, 0, False).frontier(UNLIMITED, 1, UNLIMITED).units
    search("endless", recipe, 0, ())
    timer = threading.Timer(0.5, stop, ("endless", 1, ()))
    timer.start()
    (result,) = search("endless", recipe, 0, (unit,))
    timer.join()
    assert (result.proved, result.reason) == (False, "cancelled") and result.nodes > 0


def test_a_bundle_ends_with_a_unit_that_failed() -> None:
    """What it means for the others is not for the worker to say."""
    recipe = Recipe("hold", game("8,8,5"), 64 << 20)
    bundle = tuple(Question(recipe, 0, 0, False).frontier(50, 4).units)
    assert len(bundle) > 1
    (result,) = search("failing", recipe, 0, bundle)
    assert (result.proved, result.reason) == (False, "finished")


def test_a_full_table_is_begun_anew() -> None:
    """A worker is told more than its table holds, and searches all the same."""
    recipe, chance = Recipe("hold", game("7,7,5"), 64 << 10), random.Random(1)
    question = Question(recipe, 0, 0, False)
    updates = b"".join(chance.randbytes(8) + bytes(9) for _ in range(5000))
    with pytest.raises(MemoryError):
        question.prover.merge(updates)
    bundle = tuple(Question(recipe, 0, 0, False).frontier(100, 1).units)
    (full,), (empty,) = (
        search("full", recipe, 0, bundle, SharedUpdates(0, updates)),
        search("empty", recipe, 0, bundle),
    )
    assert full == empty._replace(seconds=full.seconds)
