"""Clusters for the tests. Whatever a test does, nothing of them is left when it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

pytest.importorskip("distributed")

from .running import CONFIGURATION, FUNCTIONS, Cluster

MakeCluster = Callable[..., Cluster]


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short timeouts for commands that a test starts and for this process, whose workers may run our functions."""
    import dask

    for name, value in CONFIGURATION.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setitem(dask.config.config["distributed"]["comm"]["timeouts"], "connect", "5s")
    monkeypatch.setitem(dask.config.config["distributed"]["worker"], "preload", [str(FUNCTIONS)])


@pytest.fixture
def make_cluster(tmp_path: Path) -> Iterator[MakeCluster]:
    """Makes a scheduler with workers of the given names."""
    clusters: list[Cluster] = []

    def make(*workers: str, environment: Mapping[str, str] | None = None, protocol: str = "tcp") -> Cluster:
        folder = tmp_path / f"cluster{len(clusters)}"
        folder.mkdir()
        cluster = Cluster(folder, environment, protocol)
        clusters.append(cluster)
        cluster.scheduler()
        for name in workers:
            cluster.worker(name)
        return cluster

    yield make
    for cluster in clusters:
        cluster.close()
