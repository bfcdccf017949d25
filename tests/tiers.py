"""Which of several cases belong to the quick tier of `make test`; `make test-all` runs the others too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

Case = TypeVar("Case")


def quick_for(cases: Iterable[Case], *quick: Case, id_of: Callable[[Any], str] | None = None) -> list[Any]:
    """The cases, all of them slow but the quick ones."""
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
