"""Workers of this machine are copies of a process that imports what they need while we import the same ourselves.

That takes half of the time that starting them takes otherwise. Nothing of Dask is imported here, so that it can begin
before that.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import forkserver
from typing import Any

_NEEDED = ["distributed.nanny", "distributed.worker", "noughts.cluster.grading", "noughts.cluster.proving"]
METHOD = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"


def prepare() -> None:
    """Begins with that process; workers that are started later are copies of it."""
    if METHOD == "forkserver":
        multiprocessing.set_forkserver_preload(_NEEDED)
        with handling_interrupts(signal.SIG_IGN):  # which its copies inherit: what Ctrl-C means is decided here alone
            forkserver.ensure_running()


@contextmanager
def handling_interrupts(handler: Callable[[int, Any], object] | signal.Handlers) -> Iterator[None]:
    """Ctrl-C goes to a handler meanwhile, in the main thread; others never hear of it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
