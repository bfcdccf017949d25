"""Which tests run where: the quick cases of several, and tests of the compiled core."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

from noughts.engine import why_missing

needs_core = pytest.mark.skipif(why_missing() is not None, reason="the compiled core is not installed")
Case = TypeVar("Case")


def quick_for(cases: Iterable[Case], *quick: Case, id_of: Callable[[Any], str] | None = None) -> list[Any]:
    """The cases: the quick ones for `make test`, all of them for `make test-all`."""
    every = list(cases)
    assert set(map(repr, quick)) <= set(map(repr, every)), "a quick case that is none"
    chosen = set(map(repr, quick))
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=() if repr(case) in chosen else pytest.mark.slow,
            **({} if id_of is None else {"id": id_of(case)}),
        )
        for case in every
    ]
