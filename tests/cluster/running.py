"""A real scheduler and real workers, each a process in a session of its own, on this machine alone."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from grade.running import COMMAND, environment

PRELOAD = "DASK_DISTRIBUTED__WORKER__PRELOAD"
START = 60.0  # seconds in which a process must be ready, on a machine that has much else to do
FUNCTIONS = Path(__file__).parents[1] / "worker_functions.py"  # which our workers preload
CONFIGURATION = {
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s",
    "DASK_DISTRIBUTED__WORKER__MULTIPROCESSING_METHOD": "spawn",
}


class Running:
    """A command of `noughts` while it runs, in a session of its own."""

    def __init__(self, folder: Path, *arguments: str | Path, settings: Mapping[str, str] | None = None) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, arguments)],
            cwd=folder,
            env={**environment(folder), **(settings or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def signal(self, number: int) -> None:
        """To it and everything that it started, as a terminal does."""
        os.killpg(self.process.pid, number)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        self.process.communicate(timeout=START)

    def end(self, seconds: float) -> tuple[int, str, str]:
        """Its code and what it wrote; it is killed if that takes longer."""
        try:
            out, err = self.process.communicate(timeout=seconds)
        finally:
            if self.process.poll() is None:
                self.kill()
        return self.process.returncode, out, err


def members(session: int) -> list[int]:
    """The processes of a session."""
    pids = []
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            if int((folder / "stat").read_text().rpartition(")")[2].split()[3]) == session:
                pids.append(int(folder.name))
    return pids


def wait_until(holds: Callable[[], object], what: str, seconds: float = START) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"not within {seconds:g} s: {what}"
        time.sleep(0.02)


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


class Cluster:
    """Start with `scheduler`, then `worker` as many as are needed, at any time; `close` ends everything."""

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None, protocol: str = "tcp") -> None:
        self.folder, self.protocol = folder, protocol
        self.environment = {**os.environ, **CONFIGURATION, PRELOAD: str(FUNCTIONS), **(environment or {})}
        self.port = free_port()
        self.file = folder / "scheduler.json"
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def address(self) -> str:
        return f"{self.protocol}://127.0.0.1:{self.port}"

    def scheduler(self) -> None:
        """Starts it, or starts it again where it was."""
        self.file.unlink(missing_ok=True)
        options = ["--host", f"{self.protocol}://127.0.0.1", "--port", str(self.port), "--no-show"]
        options += ["--dashboard-address", "127.0.0.1:0", "--scheduler-file", str(self.file)]
        self._start("scheduler", [sys.executable, "-m", "dask", "scheduler", *options], self.environment)
        wait_until(self._is_ready, "a scheduler")

    def worker(
        self,
        name: str,
        *,
        environment: Mapping[str, str] | None = None,
        python: tuple[str, ...] = (sys.executable,),
        wait: bool = True,
    ) -> None:
        """A worker of one thread. Nobody starts it again when it ends."""
        options = [self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--name", name]
        options += ["--host", f"{self.protocol}://127.0.0.1", "--memory-limit", "0", "--death-timeout", "60"]
        options += ["--local-directory", str(self.folder / name)]
        self._start(name, [*python, "-m", "dask", "worker", *options], {**self.environment, **(environment or {})})
        if wait:
            wait_until(lambda: b"Registered to" in self.log(name), f"the worker {name}")

    def kill(self, name: str) -> None:
        """With −9, and all that it started."""
        process = self.processes.pop(name)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(timeout=START)

    def is_running(self, name: str) -> bool:
        return name in self.processes and self.processes[name].poll() is None

    def log(self, name: str) -> bytes:
        return (self.folder / f"{name}.log").read_bytes()

    def close(self) -> None:
        for name in list(self.processes):
            self.kill(name)

    def _start(self, name: str, command: list[str], environment: dict[str, str]) -> None:
        with (self.folder / f"{name}.log").open("wb") as log:
            self.processes[name] = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=environment,
                start_new_session=True,
                cwd=self.folder,
            )

    def _is_ready(self) -> bool:
        assert self.is_running("scheduler"), self.log("scheduler").decode()
        with contextlib.suppress(OSError, ValueError):
            return bool(json.loads(self.file.read_text())["address"])
        return False


def certificates(folder: Path) -> dict[str, str]:
    """A certificate that vouches for itself, and Dask's settings for everyone who is to use it."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=noughts"]
    command += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True, timeout=START)
    settings = {"DASK_DISTRIBUTED__COMM__TLS__CA_FILE": str(certificate)}
    for who in ("SCHEDULER", "WORKER", "CLIENT"):
        settings[f"DASK_DISTRIBUTED__COMM__TLS__{who}__KEY"] = str(key)
        settings[f"DASK_DISTRIBUTED__COMM__TLS__{who}__CERT"] = str(certificate)
    return settings


def installed() -> Path:
    import noughts

    return Path(noughts.__file__).parent


def another_version(folder: Path, version: str) -> dict[str, str]:
    """The environment of a worker that has another version of the package."""
    copy = Path(shutil.copytree(installed(), folder / "other" / "noughts"))
    text = (copy / "__init__.py").read_text(encoding="utf-8")
    changed = [f'__version__ = "{version}"' if line.startswith("__version__") else line for line in text.splitlines()]
    (copy / "__init__.py").write_text("\n".join(changed) + "\n", encoding="utf-8")
    return {"PYTHONPATH": str(copy.parent)}


def lying(folder: Path) -> dict[str, str]:
    """The environment of a worker that searches nothing and says of every unit that it is proved."""
    program = folder / "lying.py"
    program.write_text(
        "from noughts.cluster import proving\n\n"
        "def lie(state, slot, number, unit):\n"
        "    record = unit.key.to_bytes(8, 'little') + bytes(8) + bytes([9])\n"
        "    return proving.SearchResult(True, 'finished', 1, 0.0, updates=record)\n\n"
        "proving._search = lie\n",
        encoding="utf-8",
    )
    return {PRELOAD: str(program)}


def without_landlock(folder: Path) -> dict[str, str]:
    """The environment of a worker on a machine that can confine nobody."""
    program = folder / "without_landlock.py"
    program.write_text(
        "from noughts.grade import folders\nfolders.why_missing = lambda: 'this Linux has no Landlock'\n",
        encoding="utf-8",
    )
    return {PRELOAD: str(program), "PATH": str(folder)}


def without(folder: Path, package: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """A Python that has everything but a package: how it is started, and its environment."""
    packages = folder / "packages"
    packages.mkdir()
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if path.name != package and not path.name.startswith((f"{package}-", f"_{package}")):
            (packages / path.name).symlink_to(path)
    return (sys.executable, "-S"), {"PYTHONPATH": str(packages)}
