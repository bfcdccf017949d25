"""The way to a cluster: one that is running, or one of this machine's own processes."""

from __future__ import annotations

import asyncio
import json
import logging
import multiprocessing
import pickle
import queue
import re
import signal
import sys
import threading
import time
import uuid
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import dask
from dask.utils import parse_timedelta
from distributed import Client, Future, LocalCluster, Security

from ..errors import NoughtsError, counted
from . import copies, errand
from .copies import handling_interrupts
from .fitness import Demands

_PATIENCE = 10.0  # seconds for the scheduler to answer, at first and when the connection is lost, unless Dask has less
_LOOK = 1.0  # seconds between two looks at who the workers are
_START = 60.0  # seconds for workers on this machine to start
_RETRIES = 2  # of a unit that fails with an error on one worker and may not on another
_MOST_LOCAL = 1024
_ON_ONE_MACHINE = {
    # Nobody looks at profiles of our own workers, and taking them costs a tenth of a small machine.
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "500ms",
}
FAULTS = (OSError, asyncio.TimeoutError)  # what Dask raises when somebody cannot be reached; one class in newer Pythons
_EXPECTED = "local, local:2, tcp://host:8786, tls://host:8786, host:8786 or a scheduler file (scheduler.json)"


_ERRAND = Path(errand.__file__).read_text(encoding="utf-8")


class ClusterError(NoughtsError):
    """There is no such cluster, or it is not what we need."""


class ConnectionLost(ClusterError):
    """The scheduler has gone."""


class Connection:
    """A cluster as we use it: who is there, what they are asked, what is done. `tell` hears what people should know."""

    def __init__(self, client: Client, tell: Callable[[str], object]) -> None:
        self.tell = tell
        self._client = client
        self._news = threading.Event()
        self._threads: dict[str, int] = {}
        self._names: dict[str, str] = {}
        self._looked = -_LOOK
        self._told_alone = False
        self._stopping: threading.Thread | None = None
        assert client.scheduler is not None
        self.address = str(client.scheduler.address)
        self.dashboard = _dashboard(client)

    def workers(self) -> dict[str, str]:
        """The workers that are there now: address and name."""
        self._look()
        return {address: self._names.get(address, address) for address in self._threads}

    def named(self, address: str) -> str:
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
        alone = not self.threads
        if alone and not self._told_alone:
            self.tell(f"no workers at {self.address} at the moment; waiting for one to join")
        self._told_alone = alone
        return alone

    def wait_for_workers(self, is_stopped: Callable[[], bool] = lambda: False) -> None:
        """Until there is a worker."""
        while self.is_alone() and not is_stopped():
            time.sleep(0.1)

    def submit(self, demanded: Demands, function: Callable[..., object], *arguments: object) -> Future[Any]:
        """Runs a function on a worker that is fit; what comes of it is an `errand.Answer`.

        Dask runs it again elsewhere when a worker is lost, until several were lost with it; then it gives up.
        """
        parcel = pickle.dumps((function, arguments))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of large parcels: agents are as large as they are
                call = _sent("run", demanded, parcel)
                future = self._client.submit(*call, key=f"noughts-{uuid.uuid4()}", pure=False, retries=_RETRIES)
        except Exception:
            self.check_alive()
            raise
        future.add_done_callback(lambda _: self._news.set())
        return future

    def first_done(self, futures: Iterable[Future[Any]], timeout: float) -> set[Future[Any]]:
        """Those that are done, as soon as there is one; none if there is none in time."""
        deadline = time.monotonic() + timeout
        while True:
            self._news.clear()
            done = {future for future in futures if future.done()}
            left = deadline - time.monotonic()
            if done or left <= 0:
                return done
            self._news.wait(left)

    def cancel(self, futures: Iterable[Future[Any]]) -> None:
        with suppress(Exception):  # a scheduler that has gone has forgotten them anyway
            self._client.cancel(list(futures), force=True)

    def stop(self, module: str, *arguments: object) -> None:
        """Has all workers call `stop` of a module, beside what they do. Nobody waits for that, or minds if it fails."""

        def work() -> None:
            with suppress(Exception):
                self._client.run(*_sent("stop", module, *arguments), on_error="ignore")

        self._stopping = threading.Thread(target=work, daemon=True)
        self._stopping.start()

    @property
    def is_stopping(self) -> bool:
        """Whether workers are being told at the moment. That takes a connection to each, so it should not pile up."""
        return self._stopping is not None and self._stopping.is_alive()

    def check(self, demanded: Demands) -> dict[str, str]:
        """Asks all workers that are there; the unfit ones, by address, and why."""
        try:
            answers = self._client.run(*_sent("check", demanded), on_error="return")
        except FAULTS as error:
            raise ConnectionLost(f"{self.address}: the workers could not be asked what they are: {error}") from None
        # A worker that cannot be reached has gone, or says what it is when it is given something to do.
        return {address: said for address, said in answers.items() if isinstance(said, str)}

    def retire(self, address: str) -> bool:
        """Sends a worker away; whether it has gone. It stays while it holds what nobody else can take."""
        with suppress(*FAULTS):
            self._client.retire_workers([address], close_workers=True)
        self._looked = -_LOOK
        return address not in self.workers()

    def running(self, futures: Iterable[Future[Any]]) -> dict[str, int]:
        """How many of these run on which worker, by its name."""
        ours = {future.key for future in futures}
        try:
            processing = self._client.processing()
        except FAULTS:
            return {}
        names = self.workers()
        counts = {name: sum(key in ours for key in processing.get(address, ())) for address, name in names.items()}
        # A worker has a few that wait beside those that run.
        threads = {name: self._threads[address] for address, name in names.items()}
        return {name: min(count, threads[name]) for name, count in counts.items() if count}

    def check_alive(self) -> None:
        """Raises `ConnectionLost` when the scheduler has gone and did not come back."""
        if self._client.status in ("closing", "closed"):
            raise ConnectionLost(f"{self.address}: the connection to the scheduler was lost")

    def _look(self) -> None:
        if time.monotonic() - self._looked < _LOOK:
            return
        self.check_alive()
        if self._client.status != "running":  # connecting again; what was known has to do
            return
        with suppress(*FAULTS):
            self._threads = {str(address): int(count) for address, count in self._client.nthreads().items()}
            if self._threads.keys() - self._names.keys():
                known = self._client.scheduler_info(n_workers=-1)["workers"]
                self._names = {str(address): str(worker.get("name", address)) for address, worker in known.items()}
        self._looked = time.monotonic()


@contextmanager
def connect(
    address: str, tell: Callable[[str], object] | None = None, *, together: bool = False
) -> Iterator[Connection]:
    """A connection to the cluster that is named; a local one is started, and ended afterwards.

    The workers of a local one are processes, or if they work `together` threads of one, which share what it has.
    """
    _silence()
    tell = tell or _say
    count = copies.wanted(address)
    if count is not None:
        with _local(address, count, together) as client:
            yield Connection(client, tell)
    else:
        client = _client(_scheduler(address), address)
        try:
            yield Connection(client, tell)
        finally:
            _close(client)


@contextmanager
def _local(address: str, count: int, together: bool) -> Iterator[Client]:
    if not 1 <= count <= _MOST_LOCAL:
        raise ClusterError(f"--cluster {address}: expected 1 to {_MOST_LOCAL:,} workers")
    settings = {**_ON_ONE_MACHINE, "distributed.worker.multiprocessing-method": copies.prepare()}
    processes, threads = (1, count) if together else (count, 1)
    with dask.config.set(settings), ExitStack() as held:  # also for workers that are started again
        try:
            with _interrupted_later():
                cluster = LocalCluster(
                    n_workers=0,
                    threads_per_worker=threads,
                    processes=True,
                    host="127.0.0.1",
                    dashboard_address="127.0.0.1:0",
                    silence_logs=logging.CRITICAL + 1,
                    memory_limit=0,  # agents and proofs have limits of their own
                )
                held.callback(_close, cluster)
                # Ctrl-C reaches workers too: that they ignore it they inherit, from us where they are no copies. So we
                # do not hear of it while they are made, which is a moment.
                with handling_interrupts(signal.SIG_IGN):
                    _start_workers(cluster, processes)
                client = Client(cluster, timeout=_patience(), set_as_default=False)
                held.callback(_close, client)
                client.wait_for_workers(processes, timeout=_START)
        except Exception as error:
            workers = counted(count, "worker")
            raise ClusterError(f"--cluster {address}: {workers} could not be started: {error}") from None
        yield client


def _start_workers(cluster: LocalCluster, count: int) -> None:
    """Until there are as many processes; they are not ready then."""
    others = set(multiprocessing.active_children())
    cluster.scale(count)
    deadline = time.monotonic() + _START
    while len(set(multiprocessing.active_children()) - others) < count and time.monotonic() < deadline:
        time.sleep(0.01)


@contextmanager
def _interrupted_later() -> Iterator[None]:
    """What is half started cannot be ended well, so Ctrl-C waits for the moment that starting takes."""
    came: list[int] = []
    with handling_interrupts(lambda number, _: came.append(number)):
        yield
    if came:
        signal.raise_signal(signal.SIGINT)


def _close(held: Client | LocalCluster) -> None:
    with suppress(Exception):  # whatever is wrong with it, it is not needed any more
        held.close(timeout=5)


def _client(scheduler: str, address: str) -> Client:
    if scheduler.startswith("tls://") and not _has_certificates():
        needed = "TLS needs certificates: Dask takes them from distributed.comm.tls in its configuration"
        raise ClusterError(f"--cluster {address}: {needed}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of versions that differ: `fitness` says it better
            return _within(_patience() + 2, lambda: Client(scheduler, timeout=_patience(), set_as_default=False))
    except Exception as error:
        raise ClusterError(f"--cluster {address}: {_reason(scheduler, error)}") from None


def _has_certificates() -> bool:
    """Whether Dask's configuration has usable ones. Asked beforehand: a client without them is never quite closed."""
    try:
        return Security().get_connection_args("client")["ssl_context"] is not None
    except Exception:
        return False


def _within(seconds: float, make: Callable[[], Client]) -> Client:
    """Dask waits for ever for a server that takes the call and says nothing; we do not."""
    made: queue.Queue[Client | Exception] = queue.Queue()

    def work() -> None:
        try:
            made.put(make())
        except Exception as error:
            made.put(error)

    threading.Thread(target=work, daemon=True).start()
    try:
        client = made.get(timeout=seconds)
    except queue.Empty:
        raise TimeoutError from None
    if isinstance(client, Exception):
        raise client
    return client


def _reason(scheduler: str, error: Exception) -> str:
    if scheduler.startswith("tls://"):
        hint = "; is it running, does it speak TLS, and does it accept the certificates in distributed.comm.tls?"
    elif isinstance(error, FAULTS):
        hint = "; is it running? One that speaks TLS is written tls://"
    else:
        hint = ""
    if isinstance(error, FAULTS):
        return f"no Dask scheduler answers at {scheduler}{hint}"
    return f"the scheduler at {scheduler} cannot be used: {error}{hint}"


def _scheduler(address: str) -> str:
    """The scheduler's address, from what was given or from the file that names it."""
    if re.fullmatch(r"(tcp|tls)://(\[[0-9a-fA-F:.%\w]+\]|[^\s:/\[\]]+):\d{1,5}", address):
        return address
    path = Path(address)
    if address.endswith(".json") or path.is_file():
        try:
            found = json.loads(path.read_text(encoding="utf-8"))["address"]
        except OSError as error:
            raise ClusterError(f"--cluster {address}: the scheduler file cannot be read: {error.strerror}") from None
        except (ValueError, KeyError, TypeError):
            raise ClusterError(f"--cluster {address}: no scheduler file of Dask: there is no address in it") from None
        return str(found)
    if re.fullmatch(r"(\[[0-9a-fA-F:]+\]|[^\s:/\[\]]+):\d{1,5}", address):
        return f"tcp://{address}"
    raise ClusterError(f"--cluster {address}: expected {_EXPECTED}")


def _patience() -> float:
    configured = parse_timedelta(dask.config.get("distributed.comm.timeouts.connect"))
    return min(float(configured), _PATIENCE)


def _dashboard(client: Client) -> str | None:
    try:
        return str(client.dashboard_link)
    except Exception:  # the scheduler was started without one
        return None


def _say(text: str) -> None:
    sys.stderr.write(f"noughts: {text}\n")


def _silence() -> None:
    """Dask's loggers speak to the people who run clusters. Where something is wrong for the user, we say so."""
    for name in ("distributed", "tornado", "bokeh"):
        for logger in (name, *(known for known in logging.root.manager.loggerDict if known.startswith(f"{name}."))):
            logging.getLogger(logger).setLevel(logging.CRITICAL + 1)


def _sent(name: str, *arguments: object) -> tuple[Callable[..., object], str, dict[str, object]]:
    """A call of a function of `errand` that needs nothing of ours where it arrives: text, and plain values.

    Bytecode would do for workers of the same Python; text lets those of another one say that they are.
    """
    return (
        eval,
        "exec(text, here := {}) or here[name](*arguments)",
        {
            "text": _ERRAND,
            "name": name,
            "arguments": arguments,
        },
    )
