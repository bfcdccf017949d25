"""Units: whatever is split, and however often, the answer is that of brute force."""

from __future__ import annotations

import random
from typing import Any

import msgpack
import pytest
from tiers import quick_for

from noughts.games import Game, Position, game
from noughts.proofs.certificates import Part
from noughts.proofs.executors import ProofThreads
from noughts.proofs.proving import WIDENING_BUDGET
from noughts.proofs.questions import Questions
from noughts.proofs.scheduler import Scheduler, node_slice_for
from noughts.proofs.units import UNLIMITED, ProofUnit, Question, Recipe, SearchResult
from proofs import brute_force
from proofs.making import random_position, stones

# Nothing is seen at sight, so that there is something to split.
BLIND: dict[str, dict[str, Any]] = {
    "hold": {"pairings": False, "look_ahead": False, "zones": False, "replies": 64},
    "guard": {},
    "win": {"threats": False, "refutations": False, "candidates": 64, "root_moves": 0},
}
BOARDS = ["tictactoe", "4,3,3", "3,4,3"]


def ask(question: Question, budget: int, node_slice: int, units: list[ProofUnit] | None = None) -> bool:
    executor = ProofThreads(2)

    def on_result(unit: ProofUnit, result: SearchResult) -> None:
        if units is not None:
            units.append(unit)

    try:
        return Scheduler(executor, on_result, node_slice=node_slice).prove(question, budget)
    finally:
        executor.close()


def expected(kind: str, rules: Game, mine: int, theirs: int, prover_first: bool) -> bool:
    lines = brute_force.as_bits(rules.lines)
    if kind == "win":
        return brute_force.attacker_wins(rules.cells, lines, mine, theirs, prover_first)
    if kind == "hold":
        return brute_force.breaker_holds(rules.cells, lines, mine, theirs, prover_first)
    return not brute_force.attacker_wins(rules.cells, lines, mine, theirs, not prover_first)


@pytest.mark.parametrize("kind", BLIND)
@pytest.mark.parametrize("name", quick_for(BOARDS, "4,3,3"))
def test_split_units_give_the_answer_of_brute_force(name: str, kind: str) -> None:
    chance, rules = random.Random(name), game(name)
    depths: set[int] = set()
    for node_slice in (1, 2, 7):
        for _ in range(10):
            position = random_position(rules, chance, 3)
            side = chance.choice(rules.sides)
            mine, theirs = stones(position, side), stones(position, rules.opponent[side])
            first = (side == position.to_move) == (kind == "win")
            question = Question(Recipe(kind, rules, 4 << 20, tuple(BLIND[kind].items())), mine, theirs, first)
            units: list[ProofUnit] = []
            for budget in (2, 30, UNLIMITED):
                found = ask(question, budget, node_slice, units)
                if found:
                    break
            assert found == expected(kind, rules, mine, theirs, first), (position, side, node_slice)
            depths.update(len(unit.within) for unit in units)
    assert max(depths) >= 1, "nothing was split"


def test_a_search_that_lacks_moves_gets_twice_as_many_until_it_succeeds() -> None:
    questions, part = Questions(Position("6,5,4"), 64 << 20, {}), Part("win", "X")
    questions.add(part, candidates=1, root_moves=1)
    widths, proved_before = [], set[int]()
    while not ask(questions[part], UNLIMITED, UNLIMITED):
        assert questions.can_widen(part) or questions.must_widen(part)
        questions.widen(part)
        widths.append(dict(questions[part].recipe.options)["candidates"])
        keys = {int.from_bytes(record, "little") for record in keys_of(questions[part].prover.all_updates())}
        assert proved_before <= keys, "what was proved with fewer moves is lost"
        proved_before = keys
    assert widths in ([2], [2, 4], [2, 4, 8])


def test_an_attack_is_searched_in_one_piece_in_the_round_that_widens_it() -> None:
    """Split at the slices of a hold, an attack on 9,4,4 comes to no end."""
    assert node_slice_for(2, "win") > WIDENING_BUDGET > node_slice_for(2, "hold")


def test_a_search_can_be_refuted_though_no_unit_has_failed() -> None:
    """As when a search is cancelled that had found out enough: then it is the table that knows."""
    questions, part = Questions(Position("6,5,4"), 64 << 20, {}), Part("win", "X")
    questions.add(part, candidates=1, root_moves=1)
    first = questions[part].frontier(UNLIMITED, most=1, node_slice=UNLIMITED)
    for unit in first.units:
        assert not questions[part].prover.search(unit.about, unit.against, budget=UNLIMITED)[0]
    assert first.status == "waiting" and not ask(questions[part], UNLIMITED, UNLIMITED)
    assert questions[part].failures == {} and not questions.can_widen(part)
    assert questions.must_widen(part)


def keys_of(updates: bytes) -> list[bytes]:
    return [updates[at : at + 8] for at in range(0, len(updates), 17)]


def test_questions_that_are_not_about_candidates_stay_as_they_are() -> None:
    questions, hold = Questions(Position("5,5,4"), 64 << 20, {}), Part("hold", "X")
    questions.add_all()
    assert not ask(questions[hold], UNLIMITED, UNLIMITED)
    assert questions[hold].has_exhausted_units and not questions.can_widen(hold)
    assert questions[hold].is_refuted and not questions.must_widen(hold)
    assert not questions.can_widen(Part("win", "X"))
    assert not questions.must_widen(Part("win", "X"))


def test_a_prover_has_the_memory_that_others_do_not_use() -> None:
    """The share of a guard is too small for 5,5,4. The rest belongs to provers whose tables are empty."""
    questions, guard = Questions(Position("5,5,4"), 2 << 20, {}), Part("guard", "X")
    questions.add_all()
    questions[guard].prover.resize(1 << 16)
    with pytest.raises(MemoryError):
        ask(questions[guard], UNLIMITED, UNLIMITED)
    questions.make_room(guard)
    assert ask(questions[guard], UNLIMITED, UNLIMITED)


def test_a_table_that_shrinks_keeps_what_is_proved() -> None:
    question = Question(Recipe("hold", game("7,7,5"), 64 << 20), 0, 0, False)
    assert ask(question, UNLIMITED, UNLIMITED)
    proved, before = question.prover.all_updates(), question.prover.memory
    question.prover.resize(1 << 16)
    assert question.prover.memory < before
    assert sorted(keys_of(question.prover.all_updates())) == sorted(keys_of(proved))
    for key in keys_of(proved)[:100]:
        assert question.prover.record(int.from_bytes(key, "little"))


def test_units_and_recipes_survive_as_plain_data() -> None:
    question = Question(Recipe("win", game("qubic"), 4 << 20, (("candidates", 8), ("threats", False))), 0, 0, True)
    units = question.frontier(UNLIMITED, 4, 1).units
    assert units and Recipe.from_data(msgpack.unpackb(msgpack.packb(question.recipe.as_data()))) == question.recipe
    assert [ProofUnit.from_data(data) for data in msgpack.unpackb(msgpack.packb(units))] == units


def test_a_unit_that_is_split_costs_no_more_than_it_may() -> None:
    """Searched a few nodes at a time, with too few for a proof: with its parts it is given up when they are spent."""
    question = Question(Recipe("hold", game("8,7,5"), 16 << 20), 0, 0, False)
    spent: dict[int, int] = {}
    executor = ProofThreads(1)

    def on_result(unit: ProofUnit, result: SearchResult) -> None:
        assert result.nodes <= unit.budget + 64
        for key, budget in unit.within:
            spent[key] = spent.get(key, 0) + result.nodes
            assert spent[key] <= budget + unit.budget + 64

    try:
        assert not Scheduler(executor, on_result, node_slice=20).prove(question, 200)
    finally:
        executor.close()
    assert spent
