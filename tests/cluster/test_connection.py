"""Connecting to clusters of every kind, and to none; units that come back whatever happens to workers."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dask
import pytest
from worker_functions import divide, kill, nap, process

from noughts.cluster import remote_call
from noughts.cluster.connection import ClusterError, connect

from .conftest import MakeCluster
from .pools import Calls
from .running import wait_until

DEADLINE = 60.0


def collect(pool: Calls, count: int, between: Callable[[int], object] = lambda _: None) -> dict[str | int, Any]:
    """So many results, each of them once; `between` hears how many there are."""
    results: dict[str | int, Any] = {}
    deadline = time.monotonic() + DEADLINE
    while len(results) < count:
        assert time.monotonic() < deadline, results
        for unit, result in pool.results(0.2):
            assert unit.name not in results
            results[unit.name] = result
        between(len(results))
    return results


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("nowhere", "expected local, local:2, tcp://host:8786"),
        ("", "expected local"),
        ("local:", "expected local"),
        ("local:two", "expected local"),
        ("local:0", "expected 1 to 1,024 workers"),
        ("local:5000", "expected 1 to 1,024 workers"),
        ("http://127.0.0.1:8786", "expected local"),
        ("tcp://127.0.0.1", "expected local"),
        ("none.json", "the scheduler file cannot be read: No such file"),
        ("list.json", "it has no address"),
        ("text.json", "it has no address"),
        ("tls://127.0.0.1:1", "TLS needs certificates"),
    ],
)
def test_an_address_that_is_none_is_explained(
    address: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("list.json").write_text("[]")
    Path("text.json").write_text("no JSON")
    with pytest.raises(ClusterError) as error, connect(address):
        pass
    assert str(error.value).startswith(f"--cluster {address}: ") and message in str(error.value)


CONNECT = """
import sys
from noughts.cluster.connection import ClusterError, connect
try:
    with connect(sys.argv[1]):
        pass
except ClusterError as error:
    print(error)
"""


@pytest.mark.slow
@pytest.mark.parametrize("listens", [False, True])
def test_an_address_where_nobody_answers_is_explained(listens: bool) -> None:
    """Nobody is there, or somebody who takes the call and says nothing. In a process of its own, which must end."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        if not listens:
            silent.close()
        done = subprocess.run(
            [sys.executable, "-c", CONNECT, address],
            env={**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"},
            capture_output=True,
            text=True,
            timeout=DEADLINE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"--cluster {address}: no Dask scheduler answers at tcp://{address};")


@pytest.mark.slow
def test_workers_start_also_where_they_cannot_be_copies(tmp_path: Path) -> None:
    """The name of a socket must not be long; in the folder for temporary files it would be here."""
    folder = tmp_path / ("long" * 25)
    folder.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", CONNECT, "local:1"],
        env={**os.environ, "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("together", [False, True])
def test_workers_of_this_machine_are_started_and_ended(together: bool, capfd: pytest.CaptureFixture[str]) -> None:
    with connect("local:2", together=together) as connection:
        assert (connection.threads, len(connection.workers())) == (2, 1 if together else 2)
        assert connection.dashboard is not None and connection.dashboard.startswith("http://127.0.0.1:")
        pool = Calls(connection)
        for number in range(8):
            pool.give(number, process)
        processes = set[Any](collect(pool, 8).values())
        assert os.getpid() not in processes and len(processes) <= (1 if together else 2)
        pool.give(0, divide, 1, 0)
        with pytest.raises(ClusterError, match="a worker failed: ZeroDivisionError"):
            collect(pool, 1)
        assert pool.open == []
    wait_until(lambda: not any(Path("/proc", str(pid)).exists() for pid in processes), "the end of the workers")
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_a_worker_joins_late_and_one_is_killed(make_cluster: MakeCluster) -> None:
    cluster = make_cluster("first", "second")
    with connect(str(cluster.file)) as connection:
        assert set(connection.workers().values()) == {"first", "second"}
        pool = Calls(connection)

        def between(count: int) -> None:
            if count >= 5 and cluster.is_running("first"):
                cluster.kill("first")
                cluster.worker("late", wait=False)

        for number in range(40):
            pool.give(number, nap, number)
        assert collect(pool, 40, between) == {number: number for number in range(40)}
        wait_until(lambda: set(connection.workers().values()) == {"second", "late"}, "the late worker")
        assert pool.open == [] and pool.capacity == 3  # two that run, and one that waits


@pytest.mark.slow
def test_without_workers_it_waits_and_says_so(make_cluster: MakeCluster) -> None:
    cluster, messages = make_cluster(), list[str]()

    def tell(text: str) -> None:
        messages.append(text)
        cluster.worker("only", wait=False)

    with connect(cluster.address, tell) as connection:
        Calls(connection)
        assert list(connection.workers().values()) == ["only"]
    assert messages == [f"no workers at {cluster.address} at the moment; waiting for one to join"]


@pytest.mark.slow
def test_a_unit_that_kills_workers_is_given_back_and_others_are_not_blamed(capfd: pytest.CaptureFixture[str]) -> None:
    # Dask gives up after one lost worker here, so that both units are suspected whenever they meet.
    with dask.config.set({"distributed.scheduler.allowed-failures": 0}), connect("local:1") as connection:
        pool = Calls(connection)
        pool.give("bad", kill)
        for name in ("good", "better"):
            pool.give(name, nap, 1)
        done: dict[str | int, Any] = {}
        more = iter(("another", "and another", "the last"))  # given as soon as there is capacity: not beside a suspect
        deadline = time.monotonic() + DEADLINE
        while len(done) < 6:
            assert time.monotonic() < deadline, done
            if len(pool.open) < pool.capacity and (extra := next(more, None)) is not None:
                pool.give(extra, nap, 1)
            done |= {unit.name: result for unit, result in pool.results(0.5)}
        assert done.pop("bad") == "every worker that it was given to was lost"
        assert set(done.values()) == {1}
    output = capfd.readouterr()
    assert output.out == "" and all("no workers at" in line for line in output.err.splitlines())


@pytest.mark.slow
def test_what_is_not_wanted_any_more_is_dropped(make_cluster: MakeCluster) -> None:
    cluster = make_cluster("only")
    with connect(cluster.address) as connection:
        pool = Calls(connection)
        for number in range(6):
            pool.give(number, nap, number)
        pool.cancel_all()
        assert pool.open == [] and pool.capacity == 2
        pool.give(7, divide, 7, 1)
        assert collect(pool, 1) == {7: [7, 0]} and pool.open == []


class Wire:
    """A way to a port that can be cut: what goes in at one end comes out at the other."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._ends: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def cut(self) -> None:
        """Breaks all connections there are; new ones can be made."""
        while self._ends:
            with contextlib.suppress(OSError):
                self._ends.pop().shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._listening.close()
        self.cut()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while part := one.recv(1 << 16):
                other.sendall(part)
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)


@pytest.mark.slow
def test_a_connection_that_breaks_is_made_again(make_cluster: MakeCluster) -> None:
    cluster = make_cluster("only")
    with contextlib.closing(Wire(cluster.port)) as wire, connect(f"127.0.0.1:{wire.port}") as connection:
        pool, cuts = Calls(connection), iter(range(2))

        def between(count: int) -> None:
            if count >= 3 and next(cuts, None) is not None:
                wire.cut()

        for number in range(12):
            pool.give(number, nap, number)
        assert collect(pool, 12, between) == {number: number for number in range(12)}
        assert next(cuts, None) is None


@pytest.mark.slow
def test_a_scheduler_that_is_started_again_is_found_again(make_cluster: MakeCluster) -> None:
    cluster = make_cluster("first")
    with connect(cluster.address) as connection:
        pool = Calls(connection)

        def between(count: int) -> None:
            if count >= 3 and "second" not in cluster.processes:
                cluster.kill("scheduler")
                cluster.scheduler()
                cluster.worker("second", wait=False)

        for number in range(12):
            pool.give(number, nap, number)
        assert collect(pool, 12, between) == {number: number for number in range(12)}


def test_only_our_functions_and_plain_data_are_sent() -> None:
    for function in (os.getpid, eval, remote_call.run):
        with pytest.raises(ValueError, match="is not a function for workers"):
            remote_call.function_named(remote_call.name_of(function))
    with pytest.raises(TypeError):
        remote_call.pack({}, nap, Path())
