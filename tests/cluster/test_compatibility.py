"""Workers that are not what we are, or have not what the work needs, are refused with a reason."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from worker_functions import divide

from noughts import __version__
from noughts.cluster import compatibility
from noughts.cluster.compatibility import Demands, demands
from noughts.cluster.connection import connect
from noughts.cluster.worker_pool import WorkerIncompatible

from .conftest import MakeCluster
from .pools import Calls
from .running import another_version, wait_until, without


def test_this_process_is_fit_for_itself_and_nothing_else(tmp_path: Path) -> None:
    assert compatibility.why_incompatible(demands(sandbox=True, paths=[str(tmp_path)])) is None
    other: Demands = {**demands(), "facts": {**compatibility.facts(), "noughts": "9.9"}}
    assert compatibility.why_incompatible(other) == f"noughts is {__version__} there and 9.9 here"
    assert (
        compatibility.why_incompatible({**demands(), "facts": {"colour": "red"}})
        == "colour is unknown there and red here"
    )
    missing = str(tmp_path / "none")
    assert (
        compatibility.why_incompatible(demands(paths=[missing]))
        == f"{missing}, which agents may read, does not exist there"
    )


@pytest.mark.slow
def test_a_changed_file_is_another_build(make_cluster: MakeCluster, tmp_path: Path) -> None:
    cluster = make_cluster()
    environment = another_version(tmp_path, __version__)
    with (tmp_path / "other" / "noughts" / "games" / "value.py").open("a") as changed:
        changed.write("# another line\n")
    cluster.worker("changed", environment=environment)
    with connect(cluster.address) as connection, pytest.raises(WorkerIncompatible, match="the build of noughts is"):
        Calls(connection)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["nothing", pytest.param("sandbox", marks=pytest.mark.nightly)])
def test_a_late_worker_that_is_unfit_is_sent_away_and_its_unit_run_elsewhere(
    make_cluster: MakeCluster, tmp_path: Path, kind: str
) -> None:
    """The only worker there is when units are given is incompatible; another comes later."""
    cluster, messages = make_cluster("first"), list[str]()

    def tell(text: str) -> None:
        if not text.startswith("no workers at "):  # which is true in between, and may be noticed
            messages.append(text)

    with connect(cluster.address, tell) as connection:
        pool = Calls(connection, demands(sandbox=kind == "sandbox"))
        cluster.kill("first")
        if kind == "nothing":
            python, environment = without(tmp_path, "noughts")
            cluster.worker("late", python=python, environment=environment)
        else:
            cluster.worker("late", environment={"PATH": str(tmp_path)})
        for number in range(4):
            pool.give(number, divide, number, 2)
        results: dict[str | int, object] = {}
        deadline = time.monotonic() + 60
        while len(results) < 4:
            assert time.monotonic() < deadline, messages
            results |= {unit.name: result for unit, result in pool.results(0.2)}
            if messages and "second" not in cluster.processes:
                cluster.worker("second")
        assert results == {number: [*divmod(number, 2)] for number in range(4)}
        wait_until(lambda: not cluster.is_running("late"), "the end of the incompatible worker")
    reason = {"nothing": "noughts is not installed there", "sandbox": "there is no sandbox for agents there"}[kind]
    assert (
        len(messages) == 1
        and messages[0].startswith("the worker late (tcp://")
        and f"is not used: {reason}" in messages[0]
    )
