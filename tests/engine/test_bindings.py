"""Whatever is given to the compiled module, a clean Python exception comes back, or a proper answer."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from noughts.engine.core import Core, rules_of, why_missing
from noughts.games import Position, game

pytestmark = pytest.mark.skipif(why_missing() is not None, reason="the compiled core is not installed")

CLEAN = (TypeError, ValueError, OverflowError, MemoryError)
NAMES = st.sampled_from(["tictactoe", "wild", "notakto", "t3", "numerical", "4,3,3+misere", "t3:3,9,15", "cube:2"])
INTEGERS = st.integers(-(1 << 70), 1 << 70) | st.integers(-3, 70)
ANYTHING = st.none() | st.booleans() | INTEGERS | st.text(max_size=3) | st.binary(max_size=10) | st.floats()
LISTS = st.lists(INTEGERS | st.integers(0, 8), max_size=10)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "cells": INTEGERS,
    "lines": st.lists(LISTS, max_size=10) | ANYTHING,
    "marks": st.tuples(LISTS, LISTS) | ANYTHING,
    "target": INTEGERS | ANYTHING,
    "full": st.booleans() | ANYTHING,
    "once": st.booleans() | ANYTHING,
    "misere": st.booleans() | ANYTHING,
    "symmetries": st.lists(LISTS, max_size=3) | ANYTHING,
    "cell_order": LISTS | ANYTHING,
}


def plain_fields() -> dict[str, Any]:
    rules = game("tictactoe")
    return {
        "cells": 9,
        "lines": rules.lines,
        "marks": rules.marks,
        "target": None,
        "full": False,
        "once": False,
        "misere": False,
        "symmetries": rules.symmetries,
        "cell_order": list(range(9)),
    }


@given(st.dictionaries(st.sampled_from(sorted(FIELDS)), st.none(), min_size=1, max_size=2), st.data())
@settings(max_examples=300, deadline=None)
def test_rules_that_make_no_sense_are_refused(fields: dict[str, None], data: st.DataObject) -> None:
    from noughts.engine import _core

    changed = plain_fields() | {name: data.draw(FIELDS[name]) for name in fields}
    try:
        rules = _core.Rules(**changed)
        engine = _core.Engine(rules, memory=1 << 16, threads=1)
    except CLEAN:
        return
    try:
        engine.values(bytes(changed["cells"]), 0, node_limit=500)
    except CLEAN:
        return


@given(NAMES, st.binary(max_size=30) | ANYTHING, INTEGERS | ANYTHING, st.booleans())
@settings(max_examples=300, deadline=None)
def test_boards_that_make_no_sense_are_refused(name: str, board: Any, side: Any, earliest: bool) -> None:
    engine = Core(game(name))._engine
    for ask in (engine.values, engine.best):
        try:
            ask(board, side, earliest_end=earliest, node_limit=1000)
        except CLEAN:
            continue
        assert isinstance(board, bytes)
        assert len(board) == game(name).cells


@given(NAMES, st.data())
@settings(max_examples=300, deadline=None)
def test_every_board_of_the_right_size_and_marks_gets_an_answer(name: str, data: st.DataObject) -> None:
    """Also boards that no game leads to: the core must survive what a lenient caller lets through."""
    from noughts.engine import _core

    rules = game(name)
    cells = st.sampled_from((0, *rules.all_marks))
    board = bytes(data.draw(st.lists(cells, min_size=rules.cells, max_size=rules.cells)))
    position = Position(rules, board, data.draw(st.sampled_from(rules.sides)))
    core = Core(rules)
    solution = core.solve(position, node_limit=20_000)
    assert set(solution.moves) <= set(position.legal_moves)
    side = rules.sides.index(position.to_move)
    if position.outcome is None and len(rules.all_marks) < 4:
        table = _core.StrongTable(rules_of(rules), board, side, memory=1 << 20)
        found = table.find(board, side)
        assert found is not None
        if solution.value is not None:
            assert found[1] == solution.value.distance


@given(st.sampled_from(["memory", "threads"]), ANYTHING)
def test_sizes_out_of_range_are_refused(option: str, value: Any) -> None:
    from noughts.engine import _core

    if isinstance(value, int) and 1 <= value <= 1 << 16:
        return
    options = {"memory": 1 << 16, "threads": 1} | {option: value}
    try:
        engine = _core.Engine(rules_of(game("tictactoe")), **options)
    except CLEAN:
        return
    assert engine.table_bytes <= 1 << 40


@given(st.integers(-5, 1 << 70) | ANYTHING, st.floats() | ANYTHING)
def test_limits_of_any_kind_are_refused_or_kept(node_limit: Any, time_limit: Any) -> None:
    engine = Core(game("tictactoe"))._engine
    try:
        engine.values(bytes(9), 0, node_limit=node_limit, time_limit=time_limit)
    except CLEAN:
        return
