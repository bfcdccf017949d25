"""`--cluster ADDRESS`, for every command that has it. What it needs is imported only where it is given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from ..errors import NoughtsError, counted
from . import output

if TYPE_CHECKING:
    from ..cluster.connection import Connection

ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Run on a Dask cluster: an address (tcp://host:8786), a scheduler file, or local:2 for two units at "
        "a time on this machine.",
    ),
]


@contextmanager
def connected(address: str, *, together: bool = False) -> Iterator[Connection]:
    """The cluster, with a line about it on standard error. Workers of this machine may share one process."""
    try:
        from ..cluster import forked_workers

        if forked_workers.local_workers(address):
            forked_workers.prepare()
        from ..cluster import connection
    except ModuleNotFoundError as error:
        raise NoughtsError(f"--cluster needs {error.name}: pip install 'noughts[cluster]'") from None
    with ExitStack() as held:
        with output.errors().status(Text(f"connecting to {address}"), spinner="dots"):
            cluster = held.enter_context(connection.connect(address, together=together))
        cluster.wait_for_workers()
        dashboard = f"; dashboard: {cluster.dashboard}" if cluster.dashboard else ""
        threads = f" with {counted(cluster.threads, 'thread')}" if cluster.threads > len(cluster.workers()) else ""
        cluster.tell(f"{counted(len(cluster.workers()), 'worker')}{threads} at {cluster.address}{dashboard}")
        yield cluster
