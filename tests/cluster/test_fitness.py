"""Workers that are not what we are, or have not what the work needs, are refused with a reason."""

from __future__ import annotations

import time
from pathlib import Path

import dask
import pytest

from noughts import __version__
from noughts.cluster import fitness
from noughts.cluster.connection import ClusterError, connect
from noughts.cluster.crew import Crew, WorkerUnfit
from noughts.cluster.fitness import Demands, demands

from .conftest import MakeCluster
from .running import another_version, certificates, installed, wait_until, without_noughts


def test_this_process_is_fit_for_itself_and_nothing_else(tmp_path: Path) -> None:
    assert fitness.why_unfit(demands(sandbox=True, paths=[str(tmp_path)])) is None
    other: Demands = {**demands(), "facts": {**fitness.facts(), "noughts": "9.9"}}
    assert fitness.why_unfit(other) == f"noughts is {__version__} there and 9.9 here"
    assert fitness.why_unfit({**demands(), "facts": {"colour": "red"}}) == "colour is unknown there and red here"
    missing = str(tmp_path / "none")
    assert fitness.why_unfit(demands(paths=[missing])) == f"{missing}, which agents may read, does not exist there"


def test_another_version_is_refused_at_the_start(make_cluster: MakeCluster, tmp_path: Path) -> None:
    cluster = make_cluster("good")
    cluster.worker("old", environment=another_version(tmp_path, "0.0.9"))
    with connect(cluster.address) as connection, pytest.raises(WorkerUnfit) as error:
        Crew[int](connection, demands()).check()
    assert str(error.value).startswith("the worker old (tcp://127.0.0.1:")
    assert str(error.value).endswith(f"cannot be used: noughts is 0.0.9 there and {__version__} here")
    assert cluster.is_running("old")


def test_a_changed_file_is_another_build(make_cluster: MakeCluster, tmp_path: Path) -> None:
    cluster = make_cluster()
    environment = another_version(tmp_path, __version__)
    with (tmp_path / "other" / "noughts" / "games" / "value.py").open("a") as changed:
        changed.write("# another line\n")
    cluster.worker("changed", environment=environment)
    with connect(cluster.address) as connection, pytest.raises(WorkerUnfit, match="the build of noughts is"):
        Crew[int](connection, demands()).check()


@pytest.mark.parametrize("kind", ["nothing", "sandbox"])
def test_a_late_worker_that_is_unfit_is_sent_away_and_its_unit_run_elsewhere(
    make_cluster: MakeCluster, tmp_path: Path, kind: str
) -> None:
    """The only worker there is when units are given is unfit, and the fit one comes after it has been found out."""
    cluster, told = make_cluster("first"), list[str]()
    with connect(cluster.address, told.append) as connection:
        crew = Crew[int](connection, demands(sandbox=kind == "sandbox"))
        crew.check()
        cluster.kill("first")
        if kind == "nothing":
            python, environment = without_noughts(tmp_path)
            cluster.worker("late", python=python, environment=environment)
        else:
            cluster.worker("late", environment={"PATH": str(tmp_path)})
        for number in range(4):
            crew.give(number, divmod, number, 2)
        results: dict[int, object] = {}
        deadline = time.monotonic() + 60
        while len(results) < 4:
            assert time.monotonic() < deadline, told
            results |= {done.unit: done.result for done in crew.collect(0.2)}
            if told and "second" not in cluster.processes:
                cluster.worker("second")
        assert results == {number: divmod(number, 2) for number in range(4)}
        wait_until(lambda: not cluster.is_running("late"), "the end of the unfit worker")
    reason = {"nothing": "noughts is not installed there", "sandbox": "there is no sandbox for agents there"}[kind]
    assert len(told) == 1 and told[0].startswith("the worker late (tcp://") and f"is not used: {reason}" in told[0]


def test_tls_by_dasks_own_settings(
    make_cluster: MakeCluster, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    settings = certificates(tmp_path)
    cluster = make_cluster("only", environment=settings, protocol="tls")
    plain = cluster.address.replace("tls://", "tcp://")
    in_words = {name.removeprefix("DASK_").lower().replace("__", "."): value for name, value in settings.items()}
    with dask.config.set(in_words), connect(cluster.address) as connection:
        crew = Crew[int](connection, demands())
        crew.check()
        crew.give(1, divmod, 7, 2)
        wait_until(lambda: [done.result for done in crew.collect(0.2)] == [(3, 1)], "a result over TLS")
    unencrypted = pytest.raises(ClusterError, match="does it speak TLS")
    with dask.config.set({"distributed.comm.timeouts.connect": "1s"}), unencrypted, connect(plain):
        pass
    assert capfd.readouterr() == ("", "")


def test_the_package_under_test_is_the_installed_one() -> None:
    """Otherwise the workers would be another build, and everything else here would say so less clearly."""
    assert (installed() / "cluster" / "errand.py").exists()
