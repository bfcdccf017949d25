"""What the compiled provers take and give at the edges: sizes, stones, budgets, counts of progress, forged replies."""

from __future__ import annotations

from typing import Any

import pytest
from tiers import needs_core

from noughts.games import game
from noughts.proofs.units import Frontier, Question, Recipe
from proofs.making import prover
from proofs.test_hostile import record

pytestmark = needs_core


def row(length: int) -> dict[str, Any]:
    cells = list(range(length))
    return {"cells": length, "lines": [cells], "symmetries": [cells], "memory": 1 << 20}


@pytest.mark.parametrize("kind", ["win", "guard"])
def test_lines_have_at_most_fifteen_cells(kind: str) -> None:
    from noughts.engine import _core

    make: Any = {"win": _core.win_prover, "guard": _core.guard_prover}[kind]
    most = make(**row(15))
    all_but_one = (1 << 14) - 1
    assert most.search(all_but_one, 0, budget=100)[0]  # the last cell decides, whoever the prover is
    with pytest.raises(ValueError, match="at most 15"):
        make(**row(16))


@pytest.mark.parametrize("kind", ["hold", "guard", "win"])
@pytest.mark.parametrize(("about", "against"), [(1 << 9, 0), (0, 1 << 63), (1 << 9, 1 << 9), (1, 1)])
def test_stones_must_be_on_different_cells_of_the_board(kind: str, about: int, against: int) -> None:
    search = prover(game("tictactoe"), kind)
    for ask in (lambda: search.search(about, against, budget=1), lambda: search.prove(about, against, True, budget=1)):
        with pytest.raises(ValueError, match="not on the board"):
            ask()


@pytest.mark.parametrize("budget", [(1 << 64) // 1000 - 1, (1 << 64) // 1000, (1 << 64) // 1000 + 1, (1 << 64) - 1])
def test_a_budget_may_be_as_large_as_fits(budget: int) -> None:
    """A search may make a thousand times as many visits as its budget has nodes, and this number must not overflow."""
    proved, reason, nodes, _ = prover(game("5,5,5"), "hold", root_moves=0, pairings=False).search(0, 0, budget=budget)
    assert (proved, reason) == (True, "finished")
    assert nodes > 10_000  # a search that is cut short at once would not get there


def test_a_search_that_was_stopped_has_proved_nothing() -> None:
    search = prover(game("7,7,5"), "win", root_moves=0, threats=False)
    for proved, reason, *_ in (
        search.search(0, 0, budget=1 << 40, time_limit=0.0),
        search.prove(0, 0, True, budget=1 << 40, time_limit=0.0),
    ):
        assert (proved, reason) == (False, "time")


def test_no_position_has_the_key_of_a_free_place() -> None:
    """The key 0 stands for a free place in a table. With keys of 8 bits, one position in 256 would get it."""
    search = prover(game("8,8,5"), "win", key_bits=8, symmetry=False)
    keys = {unit[0] for unit in search.frontier(0, 0, True, budget=10, node_slice=10, most=400)[1]}
    assert len(keys) > 200
    assert min(keys) == 1


@pytest.mark.parametrize(("name", "kind", "about", "against"), [("5,5,5", "hold", 0, 0), ("4,4,3", "win", 3, 1 << 15)])
def test_a_unit_that_a_static_test_settles_is_among_the_updates(name: str, kind: str, about: int, against: int) -> None:
    search = prover(game(name), kind, root_moves=0)
    search.drain_updates()  # from here on they are kept
    assert search.search(about, against, budget=10)[:3] == (True, "finished", 1)
    updates = search.drain_updates()
    assert len(updates) == 17
    assert updates == search.all_updates() == search.record(int.from_bytes(updates[:8], "little"))


def progress_of(kind: str, prover_first: bool) -> Frontier:
    return Question(Recipe(kind, game("5,5,4"), 4 << 20), 0, 0, prover_first).frontier(10, 1, 100)


@pytest.mark.parametrize("kind", ["hold", "guard"])
def test_progress_counts_the_opponents_first_moves_up_to_symmetry(kind: str) -> None:
    start = progress_of(kind, False)
    assert (start.classes_proved, start.classes) == (0, 6)


@pytest.mark.parametrize("reply", [30, 31, 63])
def test_a_forged_reply_beside_the_board_is_a_gap(reply: int) -> None:
    """6,5,4 has the cells 0 to 29; where a reply may be 64, it stands for a sequence of threats."""
    search = prover(game("6,5,4"), "win", root_moves=0, threats=False, refutations=False)
    key = search.frontier(0, 0, True, budget=10, node_slice=10, most=1)[1][0][0]
    search.merge(record(key, 0, reply))
    assert search.write(0, 0, True, lambda piece: None) == "gap"


@pytest.mark.parametrize(
    ("kind", "about", "against"), [("hold", 1 << 12, 0), ("guard", 1 << 12, 0), ("win", 0, 1 << 12)]
)
def test_a_forged_reply_on_a_stone_is_a_gap(kind: str, about: int, against: int) -> None:
    """The stone is in the centre of 5,5,4, where every symmetry leaves it."""
    search = prover(game("5,5,4"), kind, **({} if kind == "guard" else {"root_moves": 0}))
    key = search.frontier(about, against, True, budget=10, node_slice=10, most=1)[1][0][0]
    search.merge(record(key, 0, 12))
    assert search.write(about, against, True, lambda piece: None, budget=10) == "gap"


def test_progress_counts_the_replies_to_the_provers_first_move() -> None:
    start = progress_of("win", True)
    assert (start.status, start.classes_proved) == ("waiting", 0)
    assert start.classes > 0


def test_a_unit_that_fails_names_the_reply_that_looked_best() -> None:
    proved, _, _, reply = prover(game("6,5,4"), "win", root_moves=0, threats=False).search(0, 0, budget=300)
    corners = {0, 5, 24, 29}
    assert not proved
    assert 0 <= reply < 30
    assert reply not in corners
