"""Whole sessions look as they were approved: `recorded.py` says how to record them again."""

from __future__ import annotations

import pytest

from .recorded import SCRIPTS, SIZES, path_of, record
from .sessions import CTRL_C


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(size, id="x".join(map(str, size)), marks=() if size == (80, 24) else pytest.mark.slow)
        for size in SIZES
    ],
)
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_session_looks_as_it_was_approved(name: str, size: tuple[int, int]) -> None:
    shown, code = record(name, *size)
    typed = SCRIPTS[name][1]
    assert code == (130 if typed and typed[-1][1] == CTRL_C else 2 if name.startswith("wrong") else 0)
    assert all(len(line) <= size[0] for line in shown.splitlines())
    assert shown == path_of(name, *size).read_text(encoding="utf-8")
