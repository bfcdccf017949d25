"""Positions for tests: all of a game, some of it, or one at random; and how the oracle is asked about them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache

import pytest
from hypothesis import strategies as st
from oracle import Board, Node, Oracle, OracleMove, OracleValue, least_image, oracle

from noughts.games import Game, Move, Position, Ranking, SumTo, Value, game

RANKINGS = list(Ranking)

# Numbers above 9, in a line that need not be full, on a board that is not square.
BIG_NUMBERS = Game("big numbers", (2, 4), 3, SumTo(40), ((1, 11, 113), (2, 20, 255)))
# Both sides draw from the same numbers, each of which can be placed once.
SHARED_NUMBERS = Game("shared numbers", (2, 3), 2, SumTo(7), ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5)), once=True)

# At least one of every kind: square, oblong, 3-D, one line, misère, wild, sums, numbers above 9 or used once, drop.
FAMILY: dict[str, Game] = {
    name: game(name)
    for name in (
        "tictactoe",
        "tictactoe+misere",
        "wild",
        "wild+misere",
        "notakto",
        "4,3,3",
        "2,5,3",
        "1,6,3",
        "7,7,5",
        "cube:2",
        "cube:3",
        "qubic",
        "t3",
        "t3:4",
        "t3:2,12,13",
        "t3:3,40,60",
        "numerical",
        "numerical+misere",
        "connect4",
        "3,4,3+drop+misere",
        "wild+drop",
        "cube:3+drop",
    )
}
FAMILY["big numbers"] = BIG_NUMBERS
FAMILY["shared numbers"] = SHARED_NUMBERS


# Games of which all positions can be looked at.
SMALL = (
    "tictactoe",
    "tictactoe+misere",
    "wild",
    "notakto",
    "2,3,2",
    "1,5,2",
    "3,2,3",
    "cube:2",
    "t3:2,4,5",
    "t3:3,2,5",
)


def start(name: str, side: int = 0) -> Position:
    """The empty board with the first (0) or the second side (1) to move."""
    rules = game(name)
    return rules.start(rules.sides[side])


def as_node(position: Position) -> Node:
    """The position as the oracle knows it."""
    return tuple(position.board), position.game.sides.index(position.to_move)


def as_position(rules: Game, board: Board, side: int) -> Position:
    return Position(rules, bytes(board), rules.sides[side])


def as_oracle_value(value: Value) -> OracleValue:
    return int(value.result), value.distance


def as_oracle_moves(moves: Iterable[Move]) -> set[OracleMove]:
    return {(move.cell, move.mark) for move in moves}


@cache
def all_positions(name: str, side: int = 0) -> list[Position]:
    """Every position the oracle reaches from the empty board, fewest marks first, in a fixed order."""
    rules = game(name)
    nodes = sorted(oracle(name).reachable(side), key=lambda node: (-node[0].count(0), node))
    return [as_position(rules, *node) for node in nodes]


def whoever_begins(name: str) -> list[Position]:
    """Every position that either side can reach as the first to move; one is enough where both place the same marks."""
    first, second = game(name).marks
    return all_positions(name) if first == second else all_positions(name) + all_positions(name, 1)


def one_of_each_class(positions: list[Position]) -> list[Position]:
    """The first position of each symmetry class; how boards are turned and mirrored is the oracle's business."""
    if not positions:
        return []
    rules = positions[0].game
    least = least_image(rules.shape, rules.drop)
    classes: dict[object, Position] = {}
    for position in positions:
        classes.setdefault((least(position.board), position.to_move), position)
    return list(classes.values())


def every_one(positions: list[Position]) -> list[Position]:
    return positions


# "Every position" is one of each class in the quick tier, and all of them in `make test-all`.
each_extent = pytest.mark.parametrize(
    "chosen",
    [
        pytest.param(one_of_each_class, id="up to symmetry"),
        pytest.param(every_one, id="every one", marks=pytest.mark.slow),
    ],
)
Choice = Callable[[list[Position]], list[Position]]


def thinned(positions: list[Position], at_most: int) -> list[Position]:
    """At most so many of the positions, evenly spread from first to last."""
    return positions[:: max(1, -(-len(positions) // at_most))]


def most_games(judge: Oracle, board: Board, side: int) -> int:
    """How many games can follow at most: the number of placings at every ply, multiplied."""
    games = 1
    marks = [len({mark for _, mark in judge.placings(board, who)}) for who in (0, 1)]
    for empty in range(board.count(0), 0, -1):
        games *= max(1, empty * marks[side])
        marks[side] -= judge.game.each_number_once
        side = 1 - side
    return games


def some_positions(name: str, count: int, games: int, seed: int = 2024) -> list[Position]:
    """So many positions, finished or not, with at most `games` ways to go on, each after a game of random moves.

    Played by the oracle; either side may have begun. The same ones every time.
    """
    chance, judge, rules = random.Random(seed), oracle(name), game(name)
    found: dict[Node, None] = {}
    for _ in range(20 * count):
        board, side = judge.empty_board, chance.randrange(2)
        plies = chance.randrange(judge.cells + 1)
        while plies > 0 or most_games(judge, board, side) > games:
            following = list(judge.following(board, side).values())
            if not following:
                break
            board, side = chance.choice(following)
            plies -= 1
        found[board, side] = None
        if len(found) == count:
            break
    return [as_position(rules, *node) for node in found]


def true_score(judge: Oracle, position: Position, ranking: Ranking) -> int:
    """The score by its definition: under `quickest`, one more than the cells left empty when the winner has won."""
    result, distance = judge.value(*as_node(position), ranking.value)
    if ranking is Ranking.EARLIEST_END:
        return result
    return result * (position.board.count(0) - distance + 1)


def walk(position: Position, choices: Iterable[int]) -> Iterator[Position]:
    """The positions of a game in which each choice picks among the legal moves, the given one included."""
    yield position
    for choice in choices:
        moves = position.legal_moves
        if not moves:
            return
        position = position.play(moves[choice % len(moves)])
        yield position


@st.composite
def reachable_positions(draw: st.DrawFn, games: Iterable[Game] = tuple(FAMILY.values())) -> Position:
    """A position that some game leads to, whichever side began, finished or not."""
    rules = draw(st.sampled_from(list(games)))
    begin = rules.start(draw(st.sampled_from(rules.sides)))
    longest = min(rules.cells, 30)
    choices = draw(st.lists(st.integers(0, 10_000), max_size=longest))
    *_, last = walk(begin, choices)
    return last


@st.composite
def unfinished_positions(draw: st.DrawFn, games: Iterable[Game]) -> Position:
    """A position that some game leads to and in which it still goes on."""
    rules = draw(st.sampled_from(list(games)))
    begin = rules.start(draw(st.sampled_from(rules.sides)))
    choices = draw(st.lists(st.integers(0, 10_000), max_size=rules.cells))
    *_, last = (position for position in walk(begin, choices) if position.outcome is None)
    return last
