"""Functions that tests run on workers. A worker that preloads this file may run them."""

from __future__ import annotations

import contextlib
import os
import signal
import time


def nap(number: int) -> int:
    """Takes a moment, and answers with its number."""
    time.sleep(0.1)
    return number


def divide(number: int, by: int) -> list[int]:
    return [*divmod(number, by)]


def process() -> int:
    return os.getpid()


def kill() -> None:
    """Ends the worker."""
    os.kill(os.getpid(), signal.SIGKILL)


with contextlib.suppress(ImportError):  # a test may want a worker without the package
    from noughts.cluster import remote_call

    remote_call.FUNCTIONS |= {remote_call.name_of(function) for function in (nap, divide, process, kill)}
