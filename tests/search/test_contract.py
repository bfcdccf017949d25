"""Every solver gives what brute force gives: value, distance, every move's value, the best set, a principal line.

A solver is a name and a function from a position and a ranking to a solution. Another one, in whatever language it
is written, is held to the same contract by adding it to `SOLVERS`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from oracle import Oracle, oracle
from sampling import (
    RANKINGS,
    Choice,
    all_positions,
    as_node,
    as_oracle_moves,
    as_oracle_value,
    each_extent,
    every_one,
    one_of_each_class,
    some_positions,
    thinned,
)
from tiers import quick_for

from noughts.engine.core import Core, why_missing
from noughts.games import Game, Move, Position, Ranking, position
from noughts.search import LADDER, Search, Solution, Status, Table
from noughts.solver import best, solve

SolveFunction = Callable[[Position, Ranking], Solution]


def kept(rung: type[Search]) -> SolveFunction:
    """A solver whose search object answers every question of the run, so that a table is kept between questions."""

    @cache
    def search(ranking: Ranking) -> Search:
        return rung(ranking)

    return lambda position, ranking: search(ranking).solve(position)


def compiled() -> SolveFunction:
    """The compiled core, one object a game."""

    @cache
    def core(rules: Game) -> Core:
        return Core(rules)

    return lambda position, ranking: core(position.game).solve(position, ranking)


SOLVERS: list[tuple[str, SolveFunction]] = [(rung.name, kept(rung)) for rung in LADDER]
if why_missing() is None:
    SOLVERS.append(("core", compiled()))

WITH_A_TABLE = [(rung.name, kept(rung)) for rung in LADDER if issubclass(rung, Table)]

# Where more would take too long in a normal run: the most empty cells of tic-tac-toe, and the most games that can
# follow in larger games. Nightly, there is more.
WITHOUT_A_TABLE = [rung.name for rung in LADDER if not issubclass(rung, Table)]
REACH = dict.fromkeys(WITHOUT_A_TABLE, 6)
MOST_GAMES = {**{rung.name: 10_000 for rung in LADDER}, "minimax": 2_000}

each_solver = pytest.mark.parametrize(("name", "solver"), SOLVERS, ids=[name for name, _ in SOLVERS])
each_ranking = pytest.mark.parametrize("ranking", RANKINGS, ids=str)
each_beginner = pytest.mark.parametrize("beginner", quick_for([0, 1], 0), ids=["first begins", "second begins"])


def assert_agrees(solution: Solution, judge: Oracle, position: Position, ranking: Ranking) -> None:
    """The solution says of the position exactly what the oracle says, and shows it in its principal line."""
    board, side = as_node(position)
    assert solution.position == position
    assert solution.ranking is ranking
    assert solution.value is not None
    assert as_oracle_value(solution.value) == judge.value(board, side, ranking.value), position
    moves = {(move.cell, move.mark): as_oracle_value(value) for move, value in solution.moves.items()}
    assert moves == judge.move_values(board, side, ranking.value), position
    assert as_oracle_moves(solution.best) == judge.best(board, side, ranking.value), position
    assert len(set(solution.best)) == len(solution.best)
    if judge.ending(board, side) is not None:
        assert (solution.status, solution.best, solution.line) == (Status.FINISHED, (), ())
        return
    assert solution.status is Status.PROVEN
    assert solution.best == tuple(sorted(solution.best, key=position.game.preference))
    assert solution.line[0] == solution.best[0]
    assert_is_played_perfectly(solution.line, judge, position, ranking)


def assert_is_played_perfectly(line: tuple[Move, ...], judge: Oracle, position: Position, ranking: Ranking) -> None:
    """Every move of the line is among the best, and the game is over after the last one and not before."""
    board, side = as_node(position)
    for move in line:
        assert (move.cell, move.mark) in judge.best(board, side, ranking.value), (position, line)
        board, side = judge.after(board, side, (move.cell, move.mark))
    assert judge.ending(board, side) is not None, (position, line)


def assert_agrees_on(positions: list[Position], judge: Oracle, solver: SolveFunction, ranking: Ranking) -> None:
    assert positions
    for asked in positions:
        assert_agrees(solver(asked, ranking), judge, asked, ranking)


def within_reach(name: str, positions: list[Position]) -> list[Position]:
    """The positions that are not too empty for the solver."""
    return [position for position in positions if position.board.count(0) <= REACH.get(name, 64)]


@pytest.mark.parametrize(
    ("chosen", "beginner"),
    [
        pytest.param(one_of_each_class, 0, id="up to symmetry"),
        pytest.param(every_one, 0, id="every one", marks=pytest.mark.slow),
        pytest.param(every_one, 1, id="every one, second begins", marks=pytest.mark.slow),
    ],
)
@each_ranking
@each_solver
def test_every_solver_is_right_about_every_position_of_tictactoe(
    name: str, solver: SolveFunction, ranking: Ranking, beginner: int, chosen: Choice
) -> None:
    positions = chosen(within_reach(name, all_positions("tictactoe", beginner)))
    in_reach, everywhere = (5396, 5478) if chosen is every_one else (749, 765)
    assert len(positions) == (in_reach if name in REACH else everywhere)
    assert_agrees_on(positions, oracle("tictactoe"), solver, ranking)


@pytest.mark.nightly
@each_beginner
@each_ranking
@pytest.mark.parametrize(("name", "solver"), [(name, solver) for name, solver in SOLVERS if name in REACH])
def test_the_slow_ones_are_right_about_the_emptiest_boards_too(
    name: str, solver: SolveFunction, ranking: Ranking, beginner: int
) -> None:
    positions = [p for p in all_positions("tictactoe", beginner) if p.board.count(0) > REACH[name]]
    assert len(positions) == 82
    assert_agrees_on(positions, oracle("tictactoe"), solver, ranking)


@pytest.mark.parametrize(
    "game",
    [
        "notakto",
        "1,1,1",
        "1,5,2",
        "2,3,2",
        "3,2,3",
        "3,2,3+misere",
        "cube:2",
        "cube:2+misere",
        "t3:2,4,5",
        "3,3,2",
        "tictactoe+drop",
        "tictactoe+drop+misere",
        "cube:2+drop",
    ],
)
@each_extent
@each_ranking
@each_solver
def test_every_solver_is_right_about_every_position_of_small_games(
    name: str, solver: SolveFunction, ranking: Ranking, game: str, chosen: Choice
) -> None:
    for beginner in (0, 1):
        assert_agrees_on(chosen(within_reach(name, all_positions(game, beginner))), oracle(game), solver, ranking)


DROPS = ("4,4,4+drop", "4,4,4+drop+misere", "4,5,4+drop", "5,4,3+drop", "5,4,3+drop+misere", "wild+drop")
LARGER = ("tictactoe+misere", "notakto+misere", "wild", "wild+misere", "4,3,3", "4,3,3+misere", "t3", "numerical")


@pytest.mark.parametrize("count", [6, pytest.param(40, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", LARGER)
@each_ranking
@each_solver
def test_every_solver_is_right_about_some_positions_of_larger_games(
    name: str, solver: SolveFunction, ranking: Ranking, game: str, count: int
) -> None:
    positions = some_positions(game, count, MOST_GAMES.get(name, 30_000))
    assert_agrees_on(positions, oracle(game), solver, ranking)


@pytest.mark.parametrize("count", [2, pytest.param(40, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", DROPS)
@each_ranking
@each_solver
def test_every_solver_is_right_where_marks_drop(
    name: str, solver: SolveFunction, ranking: Ranking, game: str, count: int
) -> None:
    positions = some_positions(game, count, MOST_GAMES.get(name, 30_000))
    assert_agrees_on(positions, oracle(game), solver, ranking)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "game",
    ["4,4,4+drop", "4,4,4+drop+misere", "4,5,4+drop", "4,5,4+drop+misere", "5,4,3+drop", "5,4,3+drop+misere"],
)
@each_ranking
def test_the_core_is_right_about_every_position_where_marks_drop(ranking: Ranking, game: str) -> None:
    assert_agrees_on(all_positions(game), oracle(game), dict(SOLVERS)["core"], ranking)


@pytest.mark.nightly
@pytest.mark.parametrize("game", LARGER)
@each_ranking
@each_solver
def test_every_solver_is_right_about_many_positions_of_larger_games(
    name: str, solver: SolveFunction, ranking: Ranking, game: str
) -> None:
    positions = some_positions(game, 2000, 15 * MOST_GAMES.get(name, 30_000), seed=7)
    assert_agrees_on(positions, oracle(game), solver, ranking)


each_solver_with_a_table = pytest.mark.parametrize(
    ("name", "solver"), WITH_A_TABLE, ids=[name for name, _ in WITH_A_TABLE]
)


@pytest.mark.parametrize("count", [100, pytest.param(5_478, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", ["tictactoe+misere", "wild"])
@each_ranking
@each_solver_with_a_table
def test_with_a_table_even_the_emptiest_boards_are_cheap_and_right(
    name: str, solver: SolveFunction, ranking: Ranking, game: str, count: int
) -> None:
    assert_agrees_on(thinned(all_positions(game), count), oracle(game), solver, ranking)


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["wild", "wild+misere", "4,3,3", "4,3,3+misere", "t3:3,2,5", "t3:3,4,7"])
@each_beginner
@each_ranking
@each_solver_with_a_table
def test_with_a_table_every_position_of_larger_games_is_right(
    name: str, solver: SolveFunction, ranking: Ranking, beginner: int, game: str
) -> None:
    assert_agrees_on(all_positions(game, beginner), oracle(game), solver, ranking)


@pytest.mark.parametrize("game", ["tictactoe", "tictactoe+misere", "wild", "notakto", "4,3,3", "t3", "numerical"])
@pytest.mark.parametrize("count", [20, pytest.param(100, marks=pytest.mark.slow)])
@each_ranking
def test_the_one_door_gives_the_right_answer_whoever_is_behind_it(ranking: Ranking, game: str, count: int) -> None:
    assert_agrees_on(some_positions(game, count, 5_000, seed=5), oracle(game), solve, ranking)


@pytest.mark.parametrize("game", ["tictactoe", "tictactoe+misere", "wild", "notakto", "4,3,3", "t3", "numerical"])
@pytest.mark.parametrize("count", [20, pytest.param(150, marks=pytest.mark.slow)])
@each_ranking
def test_the_best_moves_alone_are_the_best_moves(ranking: Ranking, game: str, count: int) -> None:
    for asked in some_positions(game, count, 20_000, seed=3):
        moves = best(asked, ranking)
        assert as_oracle_moves(moves) == oracle(game).best(*as_node(asked), ranking.value), asked
        assert moves == sorted(moves, key=asked.game.preference)


@pytest.mark.parametrize("count", [40, pytest.param(300, marks=pytest.mark.slow)])
@each_ranking
@pytest.mark.parametrize("rung", LADDER, ids=lambda rung: rung.name)
def test_every_rung_finds_the_best_moves_alone(rung: type[Search], ranking: Ranking, count: int) -> None:
    search = rung(ranking)
    for asked in some_positions("tictactoe", count, 1_000, seed=4):
        value, moves = search.best(asked)
        assert as_oracle_value(value) == oracle("tictactoe").value(*as_node(asked), ranking.value), asked
        assert as_oracle_moves(moves) == oracle("tictactoe").best(*as_node(asked), ranking.value), asked


@each_solver
def test_one_search_can_be_asked_about_several_games(name: str, solver: SolveFunction) -> None:
    """The same boards in turn: what is true in one game must not leak into the other."""
    boards = ["XX_/OO_/___ X", "XO_/OX_/___ O", "XOX/_O_/___ X", "X_O/_X_/O__ X"]
    for ranking in RANKINGS:
        for board in boards:
            for name_of_game in ("tictactoe", "tictactoe+misere", "tictactoe"):
                asked = position(name_of_game, board)
                assert_agrees(solver(asked, ranking), oracle(name_of_game), asked, ranking)
