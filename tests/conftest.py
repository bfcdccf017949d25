"""Hypothesis profiles: the same examples in every normal run, many and new ones in the nightly run."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile("normal", deadline=None, derandomize=True, database=None, max_examples=60)
settings.register_profile(
    "nightly", deadline=None, database=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "normal"))
