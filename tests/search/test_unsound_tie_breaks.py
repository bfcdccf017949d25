"""Distances read off pruned subtrees choose losing moves, and ours are not read there.

The procedure below is what textbooks and course texts describe: utilities +1, 0 and -1, a branch cut where beta is at
most alpha, and among moves of equal utility the one whose end was seen soonest. A cut subtree has returned a bound:
"at most a win" looks like a win, with the distance of a line in which the opponent helps. The positions were found
by comparing the procedure with brute force on all positions of tic-tac-toe and on random ones of Tic-Tac-Total.
"""

from __future__ import annotations

import pytest
from oracle import Board, Oracle, OracleMove, oracle
from sampling import RANKINGS, all_positions, as_node

from noughts.games import Move, Ranking, Result, position
from noughts.search import LADDER, Search
from noughts.search.textbook import textbook_choice
from noughts.solver import best, solve

THROWN_AWAY = [
    # In each the side to move wins, and the textbook's choice loses: the cell and the mark it places there.
    ("tictactoe", "___/X_O/_XO X", (4, 1)),
    ("tictactoe", "OX_/O_X/___ X", (7, 1)),
    ("t3", "104/000/100 even", (4, 6)),
]
each_position = pytest.mark.parametrize(("name", "board", "blunder"), THROWN_AWAY)


def textbook_move(judge: Oracle, board: Board, side: int) -> OracleMove:
    """The move of the textbook procedure, moves tried in reading order."""
    _, _, move = _textbook(judge, board, side, -2, 2, maximising=True)
    assert move is not None
    return move


def _textbook(
    judge: Oracle, board: Board, side: int, alpha: int, beta: int, *, maximising: bool
) -> tuple[int, int, OracleMove | None]:
    """Utility for the player at the root, plies to the end, and the move."""
    ending = judge.ending(board, side)
    if ending is not None:
        return (ending if maximising else -ending), 0, None
    chosen: tuple[int, int, OracleMove] | None = None
    for move, after in judge.following(board, side).items():
        utility, plies, _ = _textbook(judge, *after, alpha, beta, maximising=not maximising)
        plies += 1
        better = chosen is None or (utility > chosen[0] if maximising else utility < chosen[0])
        if chosen is None or better or (utility == chosen[0] and plies < chosen[1]):
            chosen = utility, plies, move
        if maximising:
            alpha = max(alpha, utility)
        else:
            beta = min(beta, utility)
        if beta <= alpha:
            break
    assert chosen is not None
    return chosen


@each_position
def test_the_textbook_procedure_throws_a_won_game_away(name: str, board: str, blunder: OracleMove) -> None:
    asked, judge = position(name, board), oracle(name)
    assert textbook_move(judge, *as_node(asked)) == blunder
    assert judge.value(*as_node(asked), "earliest-end")[0] == 1
    assert judge.move_values(*as_node(asked), "earliest-end")[blunder][0] == -1


@each_position
def test_the_exhibit_in_the_package_makes_the_same_mistake(name: str, board: str, blunder: OracleMove) -> None:
    assert textbook_choice(position(name, board), order=tuple) == Move(*blunder)


@each_position
@pytest.mark.parametrize("ranking", RANKINGS, ids=str)
@pytest.mark.parametrize("rung", [rung for rung in LADDER if rung.name != "minimax"], ids=lambda rung: rung.name)
def test_no_rung_of_the_ladder_is_taken_in(
    rung: type[Search], ranking: Ranking, name: str, board: str, blunder: OracleMove
) -> None:
    asked = position(name, board)
    solution = rung(ranking).solve(asked)
    assert solution.result is Result.WIN
    assert solution.moves[Move(*blunder)].result is Result.LOSS
    assert {(move.cell, move.mark) for move in solution.best} == oracle(name).best(*as_node(asked), ranking.value)


@each_position
@pytest.mark.parametrize("ranking", RANKINGS, ids=str)
def test_neither_is_the_door(ranking: Ranking, name: str, board: str, blunder: OracleMove) -> None:
    asked = position(name, board)
    assert Move(*blunder) not in best(asked, ranking)
    assert Move(*blunder) not in solve(asked, ranking).best


def test_on_tictactoe_the_procedure_throws_away_two_won_games_and_half_of_a_third() -> None:
    """Of all positions with at most five empty cells."""
    judge = oracle("tictactoe")
    worse = []
    for asked in all_positions("tictactoe"):
        node = as_node(asked)
        if asked.board.count(0) <= 5 and judge.ending(*node) is None:
            result = judge.move_values(*node, "earliest-end")[textbook_move(judge, *node)][0]
            if result < judge.value(*node, "earliest-end")[0]:
                worse.append((asked.text, result))
    assert len(worse) == 3
    assert [board for board, result in worse if result == -1] == ["___/X_O/_XO X", "OX_/O_X/___ X"]
