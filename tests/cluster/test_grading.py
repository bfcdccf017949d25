"""Grading on a cluster gives the same reports as on one machine, whatever happens to workers, scheduler and driver."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from grade import agents
from grade.running import Done, environment, grade, processes
from proofs.terminal import at_a_terminal

from noughts import __version__
from noughts.cluster import grading
from noughts.cluster.connection import ClusterError
from noughts.games import game
from noughts.grade import candidates, positions
from noughts.grade.limits import Limits
from noughts.grade.units import GradingUnit

from .conftest import MakeCluster
from .running import START, Running, another_version, certificates, members, wait_until, without, without_landlock

FEW = ("--sample", "6", "--seed", "3")
SHELLS = ("agent", "functional", "console", "judge")


def write_agents(folder: Path, count: int, mark: str = "") -> Path:
    """Agents of every interface with every flaw, none like another; `mark` is in the name of each."""
    folder.mkdir()
    for number in range(count):
        flaw, shell = list(agents.FLAWS)[number % len(agents.FLAWS)], SHELLS[number % len(SHELLS)]
        text = f"{agents.source(flaw, shell)}\nNUMBER = {number}\n"
        (folder / f"{number:02}_{flaw}{mark}.py").write_text(text)
    return folder


def without_times(agents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**agent, "seconds": None} for agent in agents]


class Command(Running):
    """`noughts grade` while it runs."""

    def __init__(self, folder: Path, *arguments: str | Path, settings: Mapping[str, str] | None = None) -> None:
        self.report, self.journal = folder / "cluster.json", folder / "journal"
        files = ("--json", self.report, "--journal", self.journal)
        super().__init__(folder, "grade", *arguments, *files, settings=settings)

    def noted(self) -> int:
        """How many results are in the journal."""
        return self.journal.read_bytes().count(b"\n") if self.journal.exists() else 0

    def wait_for(self, results: int) -> None:
        wait_until(lambda: self.process.poll() is not None or self.noted() >= results, f"{results} results")

    def done(self) -> Done:
        ended = self.end(2 * START)
        return Done(*ended, json.loads(self.report.read_text(encoding="utf-8")) if self.report.exists() else [])


@pytest.fixture
def mark() -> Iterator[str]:
    """In the command line of every agent of a test; none of them is left afterwards."""
    text = f"_marked{os.getpid()}_{time.monotonic_ns()}"
    yield text
    wait_until(lambda: not processes(text), "the end of all agents")


@pytest.mark.slow
def test_twenty_agents_on_two_workers_one_of_them_late_and_one_killed(
    make_cluster: MakeCluster, tmp_path: Path, mark: str
) -> None:
    folder = write_agents(tmp_path / "agents", 20, mark)
    whole = grade(tmp_path, folder, *FEW, "--jobs", "2")
    assert len(whole.agents) == 20 and {agent["positions"] for agent in whole.agents} == {6}
    cluster = make_cluster("first")
    command = Command(tmp_path, folder, *FEW, "--cluster", cluster.file)
    command.wait_for(3)
    cluster.worker("late")
    command.wait_for(7)
    cluster.kill("first")
    done = command.done()
    assert (done.code, done.out) == (1, whole.out), done.err
    assert without_times(done.agents) == without_times(whole.agents)
    lines = done.err.splitlines()
    assert lines[0].startswith(f"noughts: 1 worker at {cluster.address}; dashboard: http://127.0.0.1:")
    assert {line.split()[0] for line in lines[1:]} == {path.name for path in folder.iterdir()}
    assert not command.journal.exists()


@pytest.mark.slow
def test_a_lost_scheduler_and_a_killed_driver_are_resumed(make_cluster: MakeCluster, tmp_path: Path, mark: str) -> None:
    folder = write_agents(tmp_path / "agents", 12, mark)
    whole = grade(tmp_path, folder, *FEW, "--jobs", "2")
    cluster = make_cluster("first")
    arguments = (folder, *FEW, "--cluster", cluster.address, "--resume")
    quick = {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"}
    command = Command(tmp_path, *arguments, settings=quick)
    command.wait_for(2)
    cluster.kill("scheduler")
    part = command.done()
    assert part.code == 2
    assert part.err.splitlines()[-1] == (
        f"noughts: {cluster.address}: the connection to the scheduler was lost; "
        "to continue, repeat the command with --resume"
    )
    noted = command.noted()
    assert 2 <= noted < 12 and 0 < sum(agent["complete"] for agent in part.agents) < 12
    cluster.scheduler()
    cluster.worker("second")
    command = Command(tmp_path, *arguments)
    command.wait_for(noted + 2)
    command.signal(signal.SIGKILL)
    command.done()
    killed = command.noted()
    assert killed > noted
    last = Command(tmp_path, *arguments).done()
    assert (last.code, last.out) == (1, whole.out), last.err
    assert without_times(last.agents) == without_times(whole.agents)


@pytest.mark.slow
def test_an_interrupt_at_a_terminal_ends_everything_in_good_order(tmp_path: Path, mark: str) -> None:
    folder = write_agents(tmp_path / "agents", 12, mark)
    command = Command(tmp_path, folder, "--sample", "40", "--cluster", "local:2")
    command.wait_for(2)
    assert len(members(command.process.pid)) > 2
    command.signal(signal.SIGINT)
    done = command.done()
    assert done.code == 130 and "to continue, repeat the command with --resume" in done.err.splitlines()[-1]
    assert "Traceback" not in done.err and all("distributed" not in line for line in done.err.splitlines())
    assert len(done.agents) == 12 and not all(agent["complete"] for agent in done.agents)
    wait_until(lambda: not members(command.process.pid), "the end of the workers")


@pytest.mark.slow
def test_an_interrupt_while_workers_are_starting_is_heard(tmp_path: Path) -> None:
    """It is not in the moment in which the processes are made, so that one presses again; but soon after."""
    folder = write_agents(tmp_path / "agents", 12)
    command = Command(tmp_path, folder, "--cluster", "local:2")
    wait_until(lambda: len(members(command.process.pid)) > 2, "processes of workers")
    for _ in range(2):
        command.signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            command.process.wait(timeout=30)  # pressed too soon, it would come while the program ends
            break
    done = command.done()
    assert done.code == 130 and "Traceback" not in done.err and "distributed" not in done.err, done.err
    wait_until(lambda: not members(command.process.pid), "the end of the workers")


@pytest.mark.slow
def test_a_worker_without_a_sandbox_is_refused_unless_agents_are_trusted(
    make_cluster: MakeCluster, tmp_path: Path, mark: str
) -> None:
    folder = write_agents(tmp_path / "agents", 2, mark)
    cluster = make_cluster()
    cluster.worker("bare", environment=without_landlock(tmp_path))
    refused = Command(tmp_path, folder, *FEW, "--cluster", cluster.address).done()
    assert refused.code == 2 and refused.agents == []
    message = refused.err.splitlines()[-1]
    assert message.startswith("noughts: the worker bare (tcp://127.0.0.1:")
    assert "there is no sandbox for agents there: bubblewrap is not installed" in message and "--trust" in message
    trusted = Command(tmp_path, folder, *FEW, "--cluster", cluster.address, "--trust").done()
    assert trusted.code == 1 and trusted.agents[0]["score"] == 100, trusted.err
    assert not trusted.agents[0]["protections"]["no-network"]
    assert "Without a sandbox: some of the workers have none." in trusted.out


@pytest.mark.slow
def test_a_worker_without_bubblewrap_confines_agents_by_landlock(
    make_cluster: MakeCluster, tmp_path: Path, mark: str
) -> None:
    folder, cluster = write_agents(tmp_path / "agents", 1, mark), make_cluster()
    cluster.worker("container", environment={"PATH": str(tmp_path)})
    (agent,) = Command(tmp_path, folder, *FEW, "--cluster", cluster.address).done().agents
    assert agent["confinement"].startswith("Landlock") and agent["not_protected_against"]
    assert agent["score"] == 100 and agent["protections"]["no-network"]


@pytest.mark.slow
def test_another_version_is_refused(make_cluster: MakeCluster, tmp_path: Path) -> None:
    folder, cluster = write_agents(tmp_path / "agents", 1), make_cluster("good")
    cluster.worker("old", environment=another_version(tmp_path, "0.0.9"))
    done = Command(tmp_path, folder, *FEW, "--cluster", cluster.file).done()
    message = done.err.splitlines()[-1]
    assert done.code == 2 and message.startswith("noughts: the worker old (tcp://127.0.0.1:")
    assert message.endswith(f"cannot be used: noughts is 0.0.9 there and {__version__} here")


@pytest.mark.slow
def test_tls_and_a_plain_connection_to_it(make_cluster: MakeCluster, tmp_path: Path) -> None:
    folder, settings = write_agents(tmp_path / "agents", 1), certificates(tmp_path)
    cluster = make_cluster("only", environment=settings, protocol="tls")
    done = Command(tmp_path, folder, *FEW, "--cluster", cluster.address, settings=settings).done()
    assert (done.code, done.agents[0]["score"]) == (0, 100), done.err
    plain = cluster.address.replace("tls", "tcp")
    quick = {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"}
    done = Command(tmp_path, folder, *FEW, "--cluster", plain, settings=quick).done()
    assert done.code == 2
    assert done.err == (
        f"noughts: --cluster {plain}: no Dask scheduler answers at {plain}; "
        "is it running? One that speaks TLS is written tls://\n"
    )


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    folder = write_agents(tmp_path / "agents", 1)
    python, settings = without(tmp_path, "distributed")
    done = subprocess.run(
        [*python, "-m", "noughts", "grade", str(folder), "--cluster", "local:2"],
        env={**environment(tmp_path), **settings},
        capture_output=True,
        text=True,
        timeout=START,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "noughts: --cluster needs distributed: pip install 'noughts[cluster]'\n"


@pytest.mark.slow
def test_at_a_terminal_it_tells_where_units_run(
    make_cluster: MakeCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder, cluster = write_agents(tmp_path / "agents", 8), make_cluster("first")
    with at_a_terminal("grade", str(folder), "--sample", "40", "--cluster", cluster.address) as terminal:
        terminal.end(2 * START)
    assert f"connecting to {cluster.address}" in terminal.text
    assert "1 running (1 on first)" in terminal.text and " a second, about " in terminal.text


def test_a_unit_that_is_not_what_was_sent_is_not_run(tmp_path: Path) -> None:
    """On the way somebody has changed a file of the agent, or the questions."""
    rules = game("tictactoe")
    (candidate,) = candidates.find([str(write_agents(tmp_path / "agents", 1))])
    chosen = positions.choose(rules, quick=True).positions[:1]
    sent = GradingUnit(candidate, 0, chosen, Limits())
    files = tuple(replace(file, data=file.data + b"\n# changed") for file in candidate.files)
    for arrived in (replace(sent, candidate=replace(candidate, files=files)), replace(sent, positions=chosen[:0])):
        with pytest.raises(ClusterError, match="what arrived is not what was sent"):
            grading.run(arrived.as_data(), sent.key)
