"""Connections to a cluster that is running, or to one that is started on this machine."""

from __future__ import annotations

import asyncio
import concurrent.futures
import json
import logging
import re
import signal
import sys
import threading
import time
import uuid
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import dask
from dask.utils import apply, parse_timedelta
from distributed import Client, Future, LocalCluster, Security

from ..errors import NoughtsError, counted
from ..executor import ExecutorLost
from . import forked_workers, remote_call
from .compatibility import Demands
from .forked_workers import handling_interrupts

_PATIENCE = 10.0  # seconds for the scheduler to answer, at first and when the connection is lost, unless Dask has less
_LOOK = 1.0  # seconds between two looks at the workers
_START = 60.0  # seconds for workers on this machine to start
_RETRIES = 2  # of a unit that fails with an error on one worker and may not on another
_MOST_LOCAL = 1024
_ON_ONE_MACHINE = {
    # Profiles of our own workers are not shown, and cost a tenth of a small machine.
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "500ms",
}
# What is raised when a process cannot be reached in time; in newer Pythons the last two are the first.
FAULTS = (OSError, asyncio.TimeoutError, concurrent.futures.TimeoutError)
_EXPECTED = "local, local:2, tcp://host:8786, tls://host:8786, host:8786 or a scheduler file (scheduler.json)"


class ClusterError(NoughtsError):
    """There is no such cluster, or it is not what we need."""


class ConnectionLost(ClusterError, ExecutorLost):
    """The scheduler is lost."""


class Connection:
    """A cluster as we use it. `tell` is called with messages for people."""

    def __init__(self, client: Client, tell: Callable[[str], object]) -> None:
        self.tell = tell
        self._client = client
        self._wake = threading.Event()
        self._threads: dict[str, int] = {}
        self._names: dict[str, str] = {}
        self._looked = -_LOOK
        self._was_alone = False
        self._stopping: threading.Thread | None = None
        assert client.scheduler is not None
        self.address = str(client.scheduler.address)
        self.dashboard: str | None = None
        with suppress(Exception):  # the scheduler may have been started without one
            self.dashboard = str(client.dashboard_link)

    def workers(self) -> dict[str, str]:
        """The current workers: address and name."""
        self._look()
        return {address: self._names.get(address, address) for address in self._threads}

    def display_name(self, address: str) -> str:
        """A worker as people know it: `node7 (tcp://10.0.0.7:40123)`."""
        if address not in self._names:  # it came after the last look
            self._looked = -_LOOK
        name = self.workers().get(address, address)
        return address if name == address else f"{name} ({address})"

    @property
    def threads(self) -> int:
        """Of all workers: so many units can run at a time."""
        self._look()
        return sum(self._threads.values())

    def is_alone(self) -> bool:
        """Whether there is no worker at the moment; says so when that begins."""
        before, self._was_alone = self._was_alone, not self.threads
        if self._was_alone and not before:
            self.tell(f"no workers at {self.address} at the moment; waiting for one to join")
        return self._was_alone

    def wait_for_workers(self) -> None:
        while self.is_alone():
            time.sleep(0.1)

    def submit(self, payload: bytes) -> Future[Any]:
        """Runs a payload of `remote_call` on a worker; the result is a packed answer.

        Dask runs it again elsewhere when a worker is lost, until several were lost with it; then it gives up. The
        function is resolved on the worker: neither the scheduler nor an incompatible worker needs anything of ours.
        """
        key = f"noughts-{uuid.uuid4()}"
        graph = {key: (apply, (resolve_name, remote_call.name_of(remote_call.run)), [payload])}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of large payloads: agents are as large as they are
                future: Future[Any] = self._client.get(graph, key, sync=False, retries=_RETRIES, fifo_timeout="100ms")
        except Exception:
            self.check_alive()
            raise
        future.add_done_callback(lambda _: self._wake.set())
        return future

    def first_finished(self, futures: Collection[Future[Any]], timeout: float) -> set[Future[Any]]:
        """The finished ones, as soon as there is one; none if there is none in time."""
        self._wake.clear()
        if not any(future.done() for future in futures):
            self._wake.wait(timeout)
        return {future for future in futures if future.done()}

    def cancel(self, futures: Iterable[Future[Any]]) -> None:
        with suppress(Exception):  # a lost scheduler has forgotten them anyway
            self._client.cancel(list(futures), force=True)

    def stop(self, function: Callable[..., object], *arguments: object) -> None:
        """Calls a function on all workers, beside their units. Does not wait, and ignores errors."""

        def work() -> None:
            with suppress(Exception):
                self._client.run(remote_call.stop, remote_call.name_of(function), *arguments, on_error="ignore")

        self._stopping = threading.Thread(target=work, daemon=True)
        self._stopping.start()

    @property
    def is_stopping(self) -> bool:
        """Whether workers are being stopped. That takes a connection to each, so it should not pile up."""
        return self._stopping is not None and self._stopping.is_alive()

    def check(self, demands: Demands) -> dict[str, str]:
        """The incompatible workers, by address, and why."""
        try:
            functions = self._client.run(resolve_name, remote_call.name_of(remote_call.check), on_error="return")
            able = [address for address, function in functions.items() if callable(function)]
            answers = {**functions, **self._client.run(remote_call.check, demands, workers=able, on_error="return")}
        except FAULTS as error:
            raise ConnectionLost(f"{self.address}: the workers could not be checked: {error}") from None
        # A worker that cannot be reached is lost, or is checked when it gets a unit.
        return {address: reason for address, answer in answers.items() if (reason := _incompatibility(answer))}

    def retire(self, address: str) -> bool:
        """Sends a worker away; whether it has gone. It stays while it holds what no other worker can take."""
        with suppress(*FAULTS):
            self._client.retire_workers([address], close_workers=True)
        self._looked = -_LOOK
        return address not in self.workers()

    def running(self, futures: Iterable[Future[Any]]) -> dict[str, int]:
        """How many of these run on which worker, by its name."""
        ours = {future.key for future in futures}
        counts: dict[str, int] = {}
        with suppress(*FAULTS):
            processing = self._client.processing()
            for address, name in self.workers().items():
                if count := len(ours.intersection(processing.get(address, ()))):
                    counts[name] = min(count, self._threads[address])  # a worker has a few that wait beside these
        return counts

    def check_alive(self) -> None:
        """Raises `ConnectionLost` when the scheduler is lost and reconnecting has failed."""
        if self._client.status in ("closing", "closed"):
            raise ConnectionLost(f"{self.address}: the connection to the scheduler was lost")

    def _look(self) -> None:
        if time.monotonic() - self._looked < _LOOK:
            return
        self.check_alive()
        if self._client.status != "running":  # connecting again; the last look must do
            return
        with suppress(*FAULTS):
            self._threads = {str(address): int(count) for address, count in self._client.nthreads().items()}
            if self._threads.keys() - self._names.keys():
                workers = self._client.scheduler_info(n_workers=-1)["workers"]
                self._names = {str(address): str(worker.get("name", address)) for address, worker in workers.items()}
        self._looked = time.monotonic()


def _say(text: str) -> None:
    sys.stderr.write(f"noughts: {text}\n")


@contextmanager
def connect(address: str, tell: Callable[[str], object] = _say, *, together: bool = False) -> Iterator[Connection]:
    """A connection to the cluster at an address; a local cluster is started, and ended afterwards.

    Its workers are processes, or, if they work `together`, the threads of one process, which share its tables.
    """
    _silence()
    count = forked_workers.local_workers(address)
    with ExitStack() as held:
        if count is None:
            client = _client(_scheduler(address), address)
            held.callback(_close, client)
        else:
            client = _local(address, count, together, held)
        yield Connection(client, tell)


def _local(address: str, count: int, together: bool, held: ExitStack) -> Client:
    """Starts a cluster that ends with `held`."""
    if not 1 <= count <= _MOST_LOCAL:
        raise ClusterError(f"--cluster {address}: expected 1 to {_MOST_LOCAL:,} workers")
    method = forked_workers.prepare()
    settings = {**_ON_ONE_MACHINE, "distributed.worker.multiprocessing-method": method}
    held.enter_context(dask.config.set(settings))  # also for workers that are started again
    processes, threads = (1, count) if together else (count, 1)
    # Ctrl-C reaches workers too. Forked ones ignore it; others do if we ignore it while they are started.
    starting = _interrupted_later() if method == "forkserver" else handling_interrupts(signal.SIG_IGN)
    try:
        with starting:
            cluster = LocalCluster(
                n_workers=0,
                threads_per_worker=threads,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL + 1,
                memory_limit=0,  # agents and proofs have limits of their own
            )
            held.callback(_close, cluster)
            cluster.scale(processes)
            client = Client(cluster, timeout=_patience(), set_as_default=False)
            held.callback(_close, client)
            client.wait_for_workers(processes, timeout=_START)
    except Exception as error:
        workers = counted(count, "worker")
        raise ClusterError(f"--cluster {address}: {workers} could not be started: {error}") from None
    return client


@contextmanager
def _interrupted_later() -> Iterator[None]:
    """A cluster that is half started cannot be ended well, so Ctrl-C waits until it is started."""
    signals: list[int] = []
    with handling_interrupts(lambda number, _: signals.append(number)):
        yield
    if signals:
        signal.raise_signal(signal.SIGINT)


def _close(held: Client | LocalCluster) -> None:
    with suppress(Exception):  # it is not needed any more, whatever is wrong with it
        held.close(timeout=5)


def _client(scheduler: str, address: str) -> Client:
    hint = "is it running? One that speaks TLS is written tls://"
    if scheduler.startswith("tls://"):
        hint = "is it running, does it speak TLS, and does it accept the certificates in distributed.comm.tls?"
        if not _has_certificates():
            needed = "TLS needs certificates: Dask takes them from distributed.comm.tls in its configuration"
            raise ClusterError(f"--cluster {address}: {needed}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of versions that differ: `compatibility` says it better
            return _within(_patience() + 2, lambda: Client(scheduler, timeout=_patience(), set_as_default=False))
    except FAULTS:
        reason = f"no Dask scheduler answers at {scheduler}; {hint}"
    except Exception as error:
        reason = f"the scheduler at {scheduler} cannot be used: {error}"
    raise ClusterError(f"--cluster {address}: {reason}")


def _has_certificates() -> bool:
    """Whether Dask's configuration has usable ones. Without them, a client would never close completely."""
    try:
        return Security().get_connection_args("client")["ssl_context"] is not None
    except Exception:
        return False


def _within(seconds: float, make: Callable[[], Client]) -> Client:
    """Dask waits for ever for a server that accepts the connection and says nothing; we do not."""
    promise: concurrent.futures.Future[Client] = concurrent.futures.Future()

    def work() -> None:
        try:
            promise.set_result(make())
        except Exception as error:
            promise.set_exception(error)

    threading.Thread(target=work, daemon=True).start()
    return promise.result(timeout=seconds)


def _scheduler(address: str) -> str:
    """The scheduler's address: the one in the command, or the one in a scheduler file."""
    network = re.fullmatch(r"((?:tcp|tls)://)?(?:\[[\w:.%]+\]|[^\s:/\[\]]+):\d{1,5}", address)
    if network and network[1]:
        return address
    path = Path(address)
    if address.endswith(".json") or path.is_file():
        try:
            return str(json.loads(path.read_text(encoding="utf-8"))["address"])
        except OSError as error:
            raise ClusterError(f"--cluster {address}: the scheduler file cannot be read: {error.strerror}") from None
        except (ValueError, KeyError, TypeError):
            raise ClusterError(f"--cluster {address}: not a scheduler file of Dask: it has no address") from None
    if network:
        return f"tcp://{address}"
    raise ClusterError(f"--cluster {address}: expected {_EXPECTED}")


def _patience() -> float:
    configured = parse_timedelta(dask.config.get("distributed.comm.timeouts.connect"))
    return min(float(configured), _PATIENCE)


def _incompatibility(answer: object) -> str | None:
    """Why a worker is incompatible, from its answer or from the error that it gave instead."""
    if isinstance(answer, ModuleNotFoundError) and answer.name == "noughts":
        return "noughts is not installed there"
    if isinstance(answer, (ImportError, AttributeError)):
        return f"noughts there cannot be used: {answer}"
    return answer if isinstance(answer, str) else None


def _silence() -> None:
    """Dask's loggers are for those who run clusters. We tell users what is wrong for them."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "bokeh"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
