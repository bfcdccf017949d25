"""The counts and the map in the page on Tic-Tac-Total are what the program finds."""

from __future__ import annotations

import random

import pytest
from scripts_path import t3_map, t3_textbook

from noughts.engine import why_missing
from noughts.errors import SearchStopped
from noughts.games import Ranking, Result, game
from noughts.search import Threats


def outcome_by_the_ladder(rules: t3_map.Rules, nodes: int) -> str | None:
    """What the map should say, without the compiled core; None where that takes more nodes."""
    start = game(f"t3:{rules.size},{rules.largest},{rules.target}").start(rules.first)
    try:
        value = Threats(Ranking.QUICKEST, node_limit=nodes).value(start)
    except SearchStopped:
        return None
    if value.result is Result.DRAW:
        return "draw"
    winner = rules.first if value.result is Result.WIN else start.game.opponent[rules.first]
    return f"{winner} {value.distance}"


def test_the_map_is_complete() -> None:
    assert list(t3_map.known()) == list(t3_map.every_game())


@pytest.mark.slow
def test_part_of_the_map_agrees_with_the_ladder() -> None:
    """Small games, and larger ones that are over soon: most of those the ladder can do in a moment."""
    known = t3_map.known()
    small = [rules for rules in known if rules.size == 3 and rules.largest == 4]
    easy = small + [rules for rules, outcome in known.items() if outcome[-2:] in (" 1", " 3")]
    found = {rules: outcome_by_the_ladder(rules, nodes=3000) for rules in easy}
    settled = {rules: outcome for rules, outcome in found.items() if outcome is not None}
    assert len(settled) > 200
    assert settled == {rules: known[rules] for rules in settled}


@pytest.mark.skipif(why_missing() is not None, reason="needs the compiled core")
def test_part_of_the_map_is_found_again() -> None:
    known = t3_map.known()
    solved = [rules for rules, outcome in known.items() if outcome != "?" and rules.size == 3]
    for rules in random.Random(2).sample(solved, 60):
        assert known[rules] == t3_map.answer(rules, seconds=60), rules


@pytest.mark.slow
@pytest.mark.parametrize("empty", [2, 3, 4])
def test_the_textbooks_errors_are_counted_right(empty: int) -> None:
    assert t3_textbook.tally(empty, t3_textbook.SAMPLE[empty]) == t3_textbook.known()[empty]


@pytest.mark.nightly
@pytest.mark.parametrize("empty", [5, 6, 7])
def test_the_textbooks_errors_are_counted_right_where_there_are_some(empty: int) -> None:
    assert t3_textbook.tally(empty, t3_textbook.SAMPLE[empty]) == t3_textbook.known()[empty]
