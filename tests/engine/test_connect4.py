"""Connect Four beside programs that nobody here wrote: `bitbully`, and its database of every position after 12 plies.

Both are asked for the score of a position, which stands for the result and the number of plies to the end.
"""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Iterable, Iterator
from itertools import islice

import pytest
from bitbully.bitbully_core import BitBullyCore, BoardCore, OpeningBookCore
from bitbully_databases import BitBullyDatabases
from tiers import needs_core, quick_for

from noughts.engine.core import Core
from noughts.games import Move, Position, Result, Value, game
from noughts.games.notation import read, sequence

pytestmark = needs_core

CONNECT4 = game("connect4")


def random_games(plies: int, seed: int) -> Iterator[tuple[Position, str]]:
    """Positions after so many random moves, none of which ends the game, and the columns that lead to them."""
    chance = random.Random(seed)
    while True:
        now, played = CONNECT4.start(), list[Move]()
        while now.outcome is None and len(played) < plies:
            played.append(chance.choice(now.legal_moves))
            now = now.play(played[-1])
        if now.outcome is None:
            yield now, sequence.write(played, CONNECT4)


def their_board(columns: str) -> BoardCore:
    board = BoardCore()
    assert board.setBoard([int(column) - 1 for column in columns])
    return board


def their_value(score: int, board: BoardCore) -> Value:
    """What a score of theirs means for the side to move; a draw lasts until the board is full."""
    distance = board.movesLeft() if score == 0 else BitBullyCore.scoreToMovesLeft(score, board)
    return Value(Result((score > 0) - (score < 0)), distance)


@pytest.mark.parametrize("count", [6, pytest.param(250, marks=pytest.mark.slow)])
@pytest.mark.parametrize("plies", quick_for(list(range(16, 31, 2)), 20, 26))
def test_every_move_is_worth_what_bitbully_says(plies: int, count: int) -> None:
    core, theirs = Core(CONNECT4), BitBullyCore()
    for (now, columns), _ in zip(random_games(plies, seed=plies), range(count)):
        board = their_board(columns)
        assert core.value(now) == their_value(theirs.mtdf(board, 0), board), columns
        for move, value in core.solve(now).moves.items() if plies % 4 == 0 else ():
            after = now.play(move)
            if after.outcome is not None:
                assert value == Value(Result.WIN if after.outcome.winner else Result.DRAW, 1), columns
                continue
            deeper = their_board(f"{columns}{move}")
            assert value == their_value(theirs.mtdf(deeper, 0), deeper).before(), (columns, str(move))


ALL = 4_200_899
# Of 200 random positions after eight plies, those whose followers the core solves soonest: half of the usual work.
EIGHT_PLIES = """
    54564162 46374733 53422244 53645343 61125426 65642352 64521433 52616111 43656324 36276664 42444443 55534333 34645146
    67545323 76222361 43632242 35755513 34526423 74545371 27247535 63343211 64325256 32544557 75251652 13645241 42275626
    65243521 21441642 64566657
"""


# The positions after twelve plies that follow from a few after eight: neighbours share what the core has found out.
@pytest.mark.parametrize(
    ("first", "count"),
    [(0, 3), *(pytest.param(first, 5_000, marks=pytest.mark.slow) for first in range(0, 20_000, 5_000))],
)
def test_the_database_of_positions_after_twelve_plies_agrees(first: int, count: int) -> None:
    # A small table stays in the caches: on these few positions a third less time than with a gigabyte.
    starts = ((read(columns, CONNECT4), columns) for columns in EIGHT_PLIES.split())
    assert _agree(islice(_after_twelve(starts), first, first + count), 64 << 20) == count


@pytest.mark.nightly
@pytest.mark.timeout(0)
def test_the_whole_database_agrees() -> None:
    """In parts of some thousand neighbours each, on every core of the machine."""
    columns, seen = (columns for _, columns in _after_twelve([(CONNECT4.start(), "")])), 0
    parts = iter(lambda: list(islice(columns, 20_000)), [])
    with multiprocessing.get_context("spawn").Pool() as pool:
        for agreed in pool.imap_unordered(_part_agrees, parts):
            seen += agreed
            print(f"{seen:,} of {ALL:,}", flush=True)
    assert seen == ALL


def _part_agrees(part: list[str]) -> int:
    return _agree(((read(columns, CONNECT4), columns) for columns in part), 256 << 20)


def _agree(positions: Iterable[tuple[Position, str]], memory: int) -> int:
    """How many positions there are, after each has been compared."""
    book = OpeningBookCore(BitBullyDatabases.get_database_path("12-ply-dist"), False, True)
    core, seen = Core(CONNECT4, memory=memory), 0
    for now, columns in positions:
        board = their_board(columns)
        assert core.value(now) == their_value(book.getBoardValue(board), board), columns
        seen += 1
    return seen


def _after_twelve(starts: Iterable[tuple[Position, str]]) -> Iterator[tuple[Position, str]]:
    """Positions after twelve plies, each once up to its mirror image, but for those won with the next move."""
    met: set[bytes] = set()
    for start in starts:
        for now, columns in _following(*start, met):
            if not their_board(columns).canWin():
                yield now, columns


def _following(now: Position, columns: str, met: set[bytes]) -> Iterator[tuple[Position, str]]:
    image = now.canonical(CONNECT4.symmetries)
    if image in met or now.outcome is not None:
        return
    met.add(image)
    if len(columns) == 12:
        yield now, columns
        return
    for move in now.legal_moves:
        yield from _following(now.play(move), f"{columns}{move}", met)
