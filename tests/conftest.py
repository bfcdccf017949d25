"""Hypothesis profiles: the same examples in every run, a few in the quick tier; many and new ones at night.

Tests that are started in the background hear Ctrl-C all the same, and so do the processes that they start. Many wait
for a browser, a sandbox or a limit, so one more runs than there are processors.

Every worker collects all tests, and garbage collection took two fifths of that: nothing is garbage before they run.
"""

from __future__ import annotations

import gc
import os
import signal

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("quick", deadline=None, derandomize=True, database=None, max_examples=15)
settings.register_profile("all", deadline=None, derandomize=True, database=None, max_examples=60)
settings.register_profile(
    "nightly", deadline=None, database=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
signal.signal(signal.SIGINT, signal.default_int_handler)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
gc.disable()


def pytest_collection_finish() -> None:
    """Nothing is frozen: `make mutants` asks the garbage collector for functions, and it forgets what is frozen."""
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """How many tests run at a time with `-n auto`."""
    return (os.cpu_count() or 1) + 1
