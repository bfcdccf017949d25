"""Counts as regression tests: how many positions and games there are, how they end, and how they look up to symmetry.

The numbers of tic-tac-toe are well known. The others were computed once by `tests/oracle.py`, which shares no code
with the package: `Oracle.reachable`, `count_classes`, `count_finished` and `count_games` from the empty board with
the first side to move. `test_the_oracle_counts_the_same` computes them again.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import pytest
from oracle import Oracle, oracle
from tiers import quick_for

from noughts.games import Position, census, game, position


class Counts(NamedTuple):
    """Finished positions and games are counted by who won: the first side, the second, nobody."""

    positions: int
    classes: int
    finished: tuple[int, int, int]
    games: tuple[int, int, int]


COUNTS = {
    "tictactoe": Counts(5_478, 765, (626, 316, 16), (131_184, 77_904, 46_080)),
    "tictactoe+misere": Counts(5_478, 765, (316, 626, 16), (77_904, 131_184, 46_080)),
    "wild": Counts(18_753, 2_694, (3_820, 3_808, 32), (28_331_136, 18_299_136, 11_612_160)),
    "wild+misere": Counts(18_753, 2_694, (3_808, 3_820, 32), (18_299_136, 28_331_136, 11_612_160)),
    "notakto": Counts(450, 87, (108, 112, 0), (12_864, 10_368, 0)),
    "notakto+misere": Counts(450, 87, (112, 108, 0), (10_368, 12_864, 0)),
    "1,1,1": Counts(2, 2, (1, 0, 0), (1, 0, 0)),
    "1,5,2": Counts(80, 44, (17, 6, 1), (60, 24, 12)),
    "1,9,3": Counts(5_585, 2_818, (462, 222, 45), (104_076, 46_656, 129_600)),
    "2,3,2": Counts(129, 38, (52, 20, 0), (120, 80, 0)),
    "3,2,3": Counts(265, 75, (6, 0, 18), (72, 0, 648)),
    "3,3,2": Counts(1_234, 186, (548, 312, 0), (2_952, 2_576, 0)),
    "cube:2": Counts(233, 11, (168, 0, 0), (336, 0, 0)),
    "cube:2+misere": Counts(233, 11, (0, 168, 0), (0, 336, 0)),
    "t3:2": Counts(931, 148, (0, 0, 486), (0, 0, 1_944)),
    "t3:2,4,5": Counts(165, 29, (48, 48, 12), (48, 72, 48)),
    "t3:3,2,4": Counts(3_550, 499, (684, 1_504, 0), (15_056, 20_352, 0)),
    "t3:3,2,5": Counts(5_260, 736, (905, 1_616, 0), (30_240, 99_648, 0)),
}
QUICK = [name for name in COUNTS if name != "wild+misere"]
LARGE_COUNTS = {
    "4,3,3": Counts(111_973, 28_275, (20_312, 12_070, 28), (79_797_600, 56_875_968, 14_515_200)),
    "3,4,3": Counts(111_973, 28_275, (20_312, 12_070, 28), (79_797_600, 56_875_968, 14_515_200)),
    "4,3,3+misere": Counts(111_973, 28_275, (12_070, 20_312, 28), (56_875_968, 79_797_600, 14_515_200)),
    "4,3,4": Counts(142_231, 35_957, (1_416, 684, 792), (26_787_456, 21_682_944, 410_572_800)),
    "t3:3,4,7": Counts(379_588, 48_619, (99_468, 118_764, 12_810), (9_038_760, 9_299_464, 10_349_544)),
}
# Too large to count from the empty board in every run, so the counts of a game in progress are held too: numbers as
# above, from the position named. The whole of Graham's game was counted once in the same way, level by level.
IN_PROGRESS = {
    ("numerical", "000/152/000 even"): Counts(6_849, 3_425, (578, 804, 360), (4_108, 4_704, 12_960)),
    ("numerical", "100/050/082 even"): Counts(599, 599, (50, 44, 242), (124, 76, 968)),
    ("numerical+misere", "100/050/082 even"): Counts(599, 599, (44, 50, 242), (76, 124, 968)),
    ("t3", "140/050/026 odd"): Counts(808, 795, (94, 120, 264), (109, 300, 1_056)),
    ("t3:4", "1402/0650/0021/3052 odd"): Counts(24_125, 24_125, (5_655, 3_835, 4_620), (21_405, 32_001, 147_420)),
}


def count(start: Position) -> Counts:
    """The counts the package makes itself."""
    sides = (*start.game.sides, None)
    reached = list(census.reachable(start))
    finished = Counter(position.outcome.winner for position in reached if position.outcome is not None)
    games = census.count_games(start)
    first, second, nobody = (finished[side] for side in sides)
    won, lost, drawn = (games[side] for side in sides)
    return Counts(len(reached), census.count_classes(iter(reached)), (first, second, nobody), (won, lost, drawn))


def count_by_oracle(judge: Oracle, start: Position) -> Counts:
    """The same counts, made by the oracle."""
    board, side = tuple(start.board), start.game.sides.index(start.to_move)
    finished, games = judge.count_finished(side, board), judge.count_games(side, board)
    return Counts(
        sum(1 for _ in judge.reachable(side, board)),
        judge.count_classes(side, board),
        (finished[0], finished[1], finished[None]),
        (games[0], games[1], games[None]),
    )


@pytest.mark.parametrize("name", quick_for(COUNTS, *QUICK))
def test_positions_and_games_are_as_many_as_ever(name: str) -> None:
    assert count(game(name).start()) == COUNTS[name]


@pytest.mark.parametrize("name", quick_for(COUNTS, *QUICK))
def test_the_oracle_counts_the_same(name: str) -> None:
    assert count_by_oracle(oracle(name), game(name).start()) == COUNTS[name]


@pytest.mark.parametrize(("name", "board"), IN_PROGRESS)
def test_what_can_follow_a_game_in_progress_is_as_much_as_ever(name: str, board: str) -> None:
    assert count(position(name, board)) == IN_PROGRESS[name, board]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "board"), IN_PROGRESS)
def test_the_oracle_counts_as_much_after_a_game_in_progress(name: str, board: str) -> None:
    assert count_by_oracle(oracle(name), position(name, board)) == IN_PROGRESS[name, board]


@pytest.mark.slow
def test_four_by_three_has_as_many_positions_as_ever() -> None:
    reached = list(census.reachable(game("4,3,3").start()))
    finished = Counter(position.outcome.winner for position in reached if position.outcome is not None)
    expected = LARGE_COUNTS["4,3,3"]
    assert len(reached) == expected.positions
    assert (finished["X"], finished["O"], finished[None]) == expected.finished


@pytest.mark.nightly
@pytest.mark.parametrize("name", LARGE_COUNTS)
def test_larger_games_have_as_many_positions_and_games_as_ever(name: str) -> None:
    assert count(game(name).start()) == LARGE_COUNTS[name]


@pytest.mark.nightly
@pytest.mark.parametrize("name", LARGE_COUNTS)
def test_the_oracle_counts_the_same_in_larger_games(name: str) -> None:
    assert count_by_oracle(oracle(name), game(name).start()) == LARGE_COUNTS[name]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("name", "positions", "finished"),
    [
        ("numerical", 9_003_966, {"odd": 1_106_856, "even": 964_576, None: 168_768}),
        ("t3", 10_290_672, {"odd": 1_605_185, "even": 1_705_020, None: 1_204_167}),
    ],
)
def test_the_number_games_have_as_many_positions_as_ever(
    name: str, positions: int, finished: dict[str | None, int]
) -> None:
    """Counted once by the rules of the oracle, level by level, like all the others."""
    total, ended = 0, Counter[str | None]()
    for reached in census.reachable(game(name).start()):
        total += 1
        if reached.outcome is not None:
            ended[reached.outcome.winner] += 1
    assert (total, dict(ended)) == (positions, finished)


@pytest.mark.parametrize("name", ["tictactoe", "notakto", "2,3,2", "1,9,3"])
def test_it_does_not_matter_for_the_counts_who_begins(name: str) -> None:
    rules = game(name)
    first, second = rules.sides
    games = census.count_games(rules.start(first))
    swapped = census.count_games(rules.start(second))
    assert (games[first], games[second], games[None]) == (swapped[second], swapped[first], swapped[None])


def test_no_position_is_reached_twice() -> None:
    reached = list(census.reachable(game("tictactoe").start()))
    assert len(set(reached)) == len(reached)
    assert [p.board.count(0) for p in reached] == sorted((p.board.count(0) for p in reached), reverse=True)
