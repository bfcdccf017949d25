"""Whatever is given to the compiled module, a clean Python exception comes back, or a proper answer."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from tiers import needs_core

from noughts.engine.core import Core, rules_of
from noughts.games import Position, game

pytestmark = needs_core

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
    "columns": INTEGERS | ANYTHING,
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
        "columns": 0,
        "symmetries": rules.symmetries,
        "cell_order": list(range(9)),
    }


# A field of the rules with a value that makes no sense, and what the core says of it.
SENSELESS = [
    ({"cells": 0}, "1 to 64 cells"),
    ({"cells": -1}, "1 to 64 cells"),
    ({"cells": 65}, "1 to 64 cells"),
    ({"lines": [[99]]}, "a cell that is not there"),
    ({"lines": [[]]}, "outside the board"),
    ({"lines": [[0, 0, 0]]}, "a symmetry does not carry lines to lines"),
    ({"marks": ([], [])}, "needs a mark"),
    ({"marks": ([300], [2])}, "a mark is out of range"),
    ({"target": -5}, "the target is out of range"),
    ({"columns": -1}, "columns do not divide the board"),
    ({"columns": 2}, "columns do not divide the board"),
    ({"columns": 3}, "a symmetry does not carry columns to columns"),
    ({"columns": 3, "target": 6}, "numbers do not drop"),
    ({"symmetries": [[0]]}, "wrong number of cells"),
    ({"cell_order": [0]}, "wrong number of cells"),
]


@pytest.mark.parametrize(("change", "message"), SENSELESS, ids=repr)
def test_rules_that_make_no_sense_are_refused(change: dict[str, Any], message: str) -> None:
    from noughts.engine import _core

    with pytest.raises(ValueError, match=message):
        _core.Rules(**plain_fields() | change)


@given(st.dictionaries(st.sampled_from(sorted(FIELDS)), st.none(), min_size=1, max_size=2), st.data())
@settings(max_examples=300, deadline=None)
def test_rules_of_any_kind_are_refused_cleanly_or_answered(fields: dict[str, None], data: st.DataObject) -> None:
    from noughts.engine import _core

    changed = plain_fields() | {name: data.draw(FIELDS[name]) for name in fields}
    try:
        rules = _core.Rules(**changed)
        engine = _core.Engine(rules, memory=1 << 16, threads=1)
    except CLEAN:
        return
    try:
        moves = engine.values(bytes(changed["cells"]), 0, node_limit=500)[0]
    except CLEAN:
        return
    assert all(0 <= cell < changed["cells"] for cell, *_ in moves)


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


PLAIN_SIZES = {"memory": 1 << 16, "threads": 1}
NO_SIZES = [0, -1, 1.5, None, "2", False, 1 << 70]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *((option, value) for option in PLAIN_SIZES for value in NO_SIZES),
        ("memory", (1 << 16) - 1),
        ("memory", (1 << 40) + 1),
        ("threads", 257),
    ],
    ids=repr,
)
def test_sizes_out_of_range_are_refused(option: str, value: Any) -> None:
    from noughts.engine import _core

    with pytest.raises(CLEAN):
        _core.Engine(rules_of(game("tictactoe")), **PLAIN_SIZES | {option: value})


@pytest.mark.parametrize(("option", "value"), [("memory", 1 << 16), ("memory", 1 << 20), ("threads", 256)])
def test_sizes_within_range_are_accepted(option: str, value: int) -> None:
    from noughts.engine import _core

    engine = _core.Engine(rules_of(game("tictactoe")), **PLAIN_SIZES | {option: value})
    assert len(engine.values(bytes(9), 0)[0]) == 9
    if option == "memory":
        assert engine.table_bytes <= value


@given(st.integers(-5, 1 << 70) | ANYTHING, st.floats() | ANYTHING)
def test_limits_of_any_kind_are_refused_or_kept(node_limit: Any, time_limit: Any) -> None:
    engine = Core(game("tictactoe"))._engine
    makes_sense = (node_limit is None or (isinstance(node_limit, int) and 0 <= node_limit < 1 << 63)) and (
        time_limit is None or (isinstance(time_limit, int | float) and time_limit >= 0)
    )
    try:
        engine.values(bytes(9), 0, node_limit=node_limit, time_limit=time_limit)
    except CLEAN:
        assert not makes_sense, (node_limit, time_limit)
