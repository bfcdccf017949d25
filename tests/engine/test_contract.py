"""The core under the contract of the ladder: the same value, distances and best sets, under both rankings."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from sampling import Choice, each_extent
from tiers import needs_core, quick_for

from noughts.engine.core import Core
from noughts.games import Game, Position, Ranking, Value, game
from noughts.games.census import reachable
from noughts.games.variants import from_data
from noughts.search import Search, Table

pytestmark = needs_core

SMALL = ("tictactoe", "tictactoe+misere", "wild", "notakto", "3,3,2", "2,3,2", "1,5,2", "3,3,1")
SMALL_DROPS = ("tictactoe+drop", "tictactoe+drop+misere", "notakto+drop", "3,3,2+drop", "3,3,1+drop", "cube:2+drop")

# How many cells are empty at first, so that the ladder answers soon, and how many positions are tried.
SAMPLES = {
    "4,3,3": (7, 2500),
    "4,3,3+misere": (7, 700),
    "4,4,3": (8, 1000),
    "4,4,4+drop": (10, 800),
    "4,4,4+drop+misere": (9, 400),
    "5,4,3+drop": (10, 600),
    "connect4": (9, 800),
    "connect4+misere": (7, 300),
    "5,7,4+drop": (8, 300),  # one size is that of Connect Four, whose board is compiled for it
    "6,6,4+drop": (8, 300),
    "5,6,5+drop": (9, 500),
    "8,8,4+drop": (8, 300),
    "cube:4+drop": (8, 300),
    "wild+drop": (6, 500),
    "4,4,4": (7, 3000),
    "4,4,4+misere": (7, 700),
    "5,4,4": (8, 3000),
    "cube:3": (5, 2000),
    "t3": (5, 2500),
    "t3+misere": (4, 500),
    "t3:4": (4, 2000),
    "t3:5": (4, 2000),
    "t3:3,9,15": (4, 600),
    "numerical": (5, 2000),
    "numerical+misere": (5, 500),
}

VARIANTS = [
    {"name": "asymmetric", "shape": [3, 3], "marks": [["X"], ["X", "O"]]},
    {"name": "asymmetric misère", "shape": [3, 3], "marks": [["X", "O"], ["O"]], "misere": True},
    {"name": "swapped", "shape": [3, 4], "length": 3, "marks": [["O"], ["X"]]},
    {"name": "one mark", "shape": [3, 3], "marks": [["X"], ["X"]]},
    {"name": "wild 3×4", "shape": [3, 4], "length": 3, "marks": [["X", "O"], ["X", "O"]]},
    {"name": "full sums", "shape": [3, 3], "goal": "sum", "target": 8, "full": True, "marks": [[1, 3], [2, 4]]},
    {"name": "shared numbers", "shape": [3, 3], "goal": "sum", "target": 7, "marks": [[1, 2, 4], [2, 3]]},
    {"name": "out of reach", "shape": [3, 3], "goal": "sum", "target": 100, "marks": [[1, 3], [2, 4]]},
    {"name": "few numbers", "shape": [3, 3], "goal": "sum", "target": 9, "once": True, "marks": [[1, 3, 5], [2, 4]]},
]


def assert_same(position: Position, core: Core, ladder: Search) -> None:
    found = core.solve(position, ladder.ranking)
    expected = moves_by(ladder, position)
    assert found.moves == expected, position
    if not expected:
        return
    value = max(expected.values(), key=ladder.ranking.key)
    assert found.value == value, position
    assert set(found.best) == {move for move in expected if expected[move] == value}, position
    assert_line(position, found.line, value, found.best[0] if found.best else None)
    assert core.result(position).result is value.result, position
    assert core.value(position, ladder.ranking) == value, position
    assert core.best(position, ladder.ranking) == list(found.best), position


def moves_by(ladder: Search, position: Position) -> dict[object, Value]:
    return {move: ladder.value(position.play(move)).before() for move in position.legal_moves}


def assert_line(position: Position, line: tuple[object, ...], value: Value, first: object) -> None:
    """The line starts with the preferred best move, and ends the game as and when the value says."""
    assert line[0] == first, position
    mover = position.to_move
    for move in line:
        position = position.play(move)  # type: ignore[arg-type]
    assert position.outcome is not None
    assert len(line) == value.distance
    winner = position.outcome.winner
    assert value.result == (0 if winner is None else 1 if winner == mover else -1)


def random_positions(rules: Game, most_empty: int, count: int, seed: int) -> Iterator[Position]:
    """Unfinished positions out of random games, begun by either side.

    Several games go on from the same position: the ladder knows most of what follows from it once it has solved it.
    """
    chance = random.Random(seed)
    while True:
        start = rules.start(chance.choice(rules.sides))
        while start.outcome is None and start.board.count(0) > most_empty:
            start = start.play(chance.choice(start.legal_moves))
        for _ in range(60):
            position = start
            while position.outcome is None:
                yield position
                count -= 1
                if count == 0:
                    return
                position = position.play(chance.choice(position.legal_moves))


@each_extent
@pytest.mark.parametrize("ranking", list(Ranking))
@pytest.mark.parametrize("name", quick_for(SMALL + SMALL_DROPS, *(one for one in SMALL + SMALL_DROPS if one != "wild")))
def test_every_position_of_a_small_game(name: str, ranking: Ranking, chosen: Choice) -> None:
    rules = game(name)
    core, ladder = Core(rules), Table(ranking)
    same_for_both = rules.marks[0] == rules.marks[1]
    for side in rules.sides[:1] if same_for_both else rules.sides:
        for position in chosen(list(reachable(rules.start(side)))):
            assert_same(position, core, ladder)


@pytest.mark.parametrize(
    "part",
    [10, pytest.param(3, marks=pytest.mark.slow), pytest.param(1, marks=pytest.mark.nightly)],
    ids=["a tenth", "a third", "all"],
)
@pytest.mark.parametrize("ranking", list(Ranking))
@pytest.mark.parametrize("name", SAMPLES)
def test_random_positions_of_larger_games(name: str, ranking: Ranking, part: int) -> None:
    rules = game(name)
    core, ladder = Core(rules), Table(ranking)
    most_empty, count = SAMPLES[name]
    for position in random_positions(rules, most_empty, count // part, seed=len(name)):
        assert_same(position, core, ladder)


@pytest.mark.parametrize("ranking", list(Ranking))
@pytest.mark.parametrize("data", VARIANTS, ids=lambda data: str(data["name"]))
def test_variants_nobody_named(data: dict[str, object], ranking: Ranking) -> None:
    rules = from_data(data)
    core, ladder = Core(rules), Table(ranking)
    for position in random_positions(rules, 7, 150, seed=1):
        assert_same(position, core, ladder)


@pytest.mark.parametrize("ranking", list(Ranking))
@pytest.mark.parametrize("name", ["4,4,4", "t3", "t3:4", "cube:3", "numerical", "wild", "5,4,4"])
def test_threads_and_a_tiny_table_do_not_change_the_answer(name: str, ranking: Ranking) -> None:
    rules = game(name)
    plain, threads, tiny = Core(rules), Core(rules, threads=3), Core(rules, memory=1 << 16)
    most_empty = {"4,4,4": 16, "t3:4": 9, "t3": 9, "numerical": 9, "5,4,4": 15}.get(name, 9)
    for position in random_positions(rules, most_empty, 12, seed=7):
        expected = plain.solve(position, ranking)
        for other in (threads, tiny):
            found = other.solve(position, ranking)
            assert (found.moves, found.best, found.line) == (expected.moves, expected.best, expected.line)
