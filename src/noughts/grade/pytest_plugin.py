"""The fixture `assert_optimal`, for tests in which a course checks its agents. Pytest finds it by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest


@pytest.fixture
def assert_optimal() -> Callable[..., None]:
    """Fails unless every answer of an agent is best: `assert_optimal("agent.py")`, `assert_optimal(play)`."""
    from .testing import assert_optimal as check

    return check
