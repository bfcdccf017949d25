"""Local workers, forked from a helper process that imports the package in parallel with us.

This halves the time to start them. This module does not import Dask, so that the helper process can start first.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import forkserver
from typing import Any

_NEEDED = ["distributed.nanny", "distributed.worker", "noughts.cluster.grading", "noughts.cluster.proving"]


def local_workers(address: str) -> int | None:
    """How many workers to start on this machine, from `local` or `local:2`; None for another address."""
    local = re.fullmatch(r"local(?::(\d{1,6}))?", address)
    if local is None:
        return None
    return int(local[1]) if local[1] else os.cpu_count() or 1


def prepare() -> str:
    """Starts that process, if possible; returns the start method of `multiprocessing` for workers."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return "spawn"
    multiprocessing.set_forkserver_preload(_NEEDED)
    try:
        with handling_interrupts(signal.SIG_IGN):  # its children inherit this: Ctrl-C is for the driver
            forkserver.ensure_running()
    except OSError:  # the name of its socket is too long where temporary files are
        return "spawn"
    return "forkserver"


@contextmanager
def handling_interrupts(handler: Callable[[int, Any], object] | signal.Handlers) -> Iterator[None]:
    """Ctrl-C goes to a handler meanwhile, in the main thread; other threads never receive it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
