"""How games end: who has won, which positions are dead, how long a game can last, and who could end it now."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from oracle import oracle
from sampling import SHARED_NUMBERS, SMALL, all_positions, as_node, reachable_positions, whoever_begins

from noughts.games import Game, Outcome, Position, SumTo, position
from noughts.games.census import reachable


@pytest.mark.parametrize("name", SMALL)
def test_a_game_ends_when_the_oracle_says_and_as_it_says(name: str) -> None:
    judge = oracle(name)
    for asked in whoever_begins(name):
        board, side = as_node(asked)
        ending = judge.ending(board, side)
        if ending is None:
            assert asked.outcome is None
            continue
        assert asked.outcome is not None
        loser_or_winner = asked.to_move if ending > 0 else asked.game.opponent[asked.to_move]
        assert asked.outcome.winner == (None if ending == 0 else loser_or_winner)
        if asked.outcome.line is None:
            assert ending == 0
        else:
            assert judge.game.counts([board[cell] for cell in asked.outcome.line])
            assert asked.outcome.line in asked.game.lines


@given(reachable_positions())
def test_a_position_made_by_moves_is_the_one_made_from_its_board(found: Position) -> None:
    """The first looks at the lines through the last move only, the second at all of them."""
    made = Position(found.game, found.board, found.to_move)
    assert made == found
    assert (made.outcome is None) == (found.outcome is None)
    if made.outcome is not None and found.outcome is not None:
        assert made.outcome.winner == found.outcome.winner
    assert (found.outcome is None) == bool(found.legal_moves)


@pytest.mark.parametrize(
    ("name", "board", "winner", "line"),
    [
        ("tictactoe", "XXX/OO_/___ O", "X", (0, 1, 2)),
        ("tictactoe", "OX_/XO_/_XO X", "O", (0, 4, 8)),
        ("tictactoe", "OX_/XO_/_XO O", "O", (0, 4, 8)),
        ("tictactoe+misere", "XXX/OO_/___ O", "O", (0, 1, 2)),
        ("tictactoe", "XOX/XOO/OXX X", None, None),
        ("wild", "XXX/___/___ second", "first", (0, 1, 2)),
        ("wild", "XOX/_O_/_O_ first", "second", (1, 4, 7)),
        ("wild+misere", "XXX/___/___ second", "second", (0, 1, 2)),
        ("notakto", "XXX/___/___ second", "second", (0, 1, 2)),
        ("t3", "634/000/000 odd", "even", (0, 1, 2)),
        ("t3", "652/000/000 odd", "even", (0, 1, 2)),
        ("numerical", "942/000/000 odd", "even", (0, 1, 2)),
        ("cube:2", "XO/__//X_/__ O", "X", (0, 4)),
    ],
)
def test_a_game_is_won_by_whoever_completed_the_line_and_lost_by_them_in_misere(
    name: str, board: str, winner: str | None, line: tuple[int, ...] | None
) -> None:
    outcome = position(name, board).outcome
    assert outcome == Outcome(winner, line)


def test_in_t3_a_line_counts_with_holes_where_it_is_longer_than_three() -> None:
    """Empty cells are 0, so on 4×4 three numbers are enough, wherever the hole is; on 3×3 all cells are needed."""
    assert position("t3:4", "6520/0100/0000/0000 odd").outcome == Outcome("even", (0, 1, 2, 3))
    assert position("t3:4", "6025/0100/0000/0000 odd").outcome == Outcome("even", (0, 1, 2, 3))
    assert position("t3:4", "6500/0100/0000/0000 even").outcome is None
    assert position("t3", "650/000/000 even").outcome is None
    assert position("t3:3,12,13", "[12]10/000/000 even").outcome == Outcome("odd", (0, 1, 2))


def test_in_grahams_game_a_line_must_be_full() -> None:
    assert position("numerical", "960/000/000 odd").outcome is None
    assert position("numerical", "960/000/100 even").outcome is None
    assert position("numerical", "951/204/000 even").outcome == Outcome("odd", (0, 1, 2))


def test_in_grahams_game_it_is_a_draw_when_the_side_to_move_has_no_number_left() -> None:
    """Evens have one number less, so if they begin they run out while a cell is still empty."""
    out_of_evens = position("numerical", "862/014/793 even")
    assert out_of_evens.board.count(0) == 1
    assert out_of_evens.outcome == Outcome(None)
    assert out_of_evens.legal_moves == []
    assert position("numerical", "862/014/793 odd").outcome is None


@pytest.mark.parametrize("name", SMALL)
def test_every_drawn_game_lasts_exactly_as_long_as_plies_left_says(name: str) -> None:
    """And no game lasts longer."""
    judge = oracle(name)
    lengths: dict[object, set[int]] = {}
    for node in reversed(list(judge.reachable())):
        ending = judge.ending(*node)
        if ending is not None:
            lengths[node] = {0} if ending == 0 else set()
        else:
            lengths[node] = {plies + 1 for after in judge.following(*node).values() for plies in lengths[after]}
    for asked in all_positions(name):
        drawn = lengths[as_node(asked)]
        assert drawn <= {asked.plies_left()}, asked
        if asked.outcome is not None:
            assert asked.plies_left() == 0


@pytest.mark.parametrize(
    "rules",
    [
        SHARED_NUMBERS,
        Game("few evens", (3, 2), 2, SumTo(100), ((1, 3, 5, 7), (2,)), once=True),
        Game("few odds", (3, 2), 2, SumTo(100), ((1,), (2, 4, 6)), once=True),
        Game("as many odds as evens", (3, 3), 3, SumTo(100), ((1, 3), (2, 4)), once=True),
        Game("few cells", (1, 3), 2, SumTo(100), ((1, 3, 5), (2, 4, 6)), once=True),
        Game("a few shared", (2, 3), 2, SumTo(100), ((1, 2, 3), (1, 2, 3)), once=True),
    ],
    ids=lambda rules: rules.name,
)
def test_numbers_that_run_out_end_the_game_when_plies_left_says(rules: Game) -> None:
    for side in rules.sides:
        for found in reachable(rules.start(side)):
            if found.outcome is None:
                for after in map(found.play, found.legal_moves):
                    if after.outcome is None or after.outcome.winner is None:
                        assert after.plies_left() == found.plies_left() - 1
            else:
                assert found.plies_left() == 0


@pytest.mark.parametrize("name", SMALL)
def test_a_dead_position_is_drawn_however_it_goes_on(name: str) -> None:
    judge, dead = oracle(name), 0
    for asked in whoever_begins(name):
        if asked.is_dead():
            dead += 1
            assert judge.every_game_is_drawn(*as_node(asked)), asked
    drawn = [node for side in (0, 1) for node in judge.reachable(side) if judge.every_game_is_drawn(*node)]
    assert (dead > 0) == (len(drawn) > 0)


@pytest.mark.parametrize(
    ("name", "board", "is_dead"),
    [
        ("tictactoe", "XO_/OX_/___ X", False),
        ("tictactoe", "XOX/OXO/OXO X", True),
        ("tictactoe", "XOX/XOO/_X_ O", False),
        ("tictactoe", "XOX/OOX/_XO X", True),
        ("tictactoe+misere", "XOX/OOX/_XO X", True),
        ("wild", "XOX/OOX/_XO first", True),
        ("wild", "XOX/XOO/_X_ first", False),
        ("tictactoe", "XXX/OO_/___ O", False),
        ("t3", "634/000/000 odd", False),
        ("t3", "221/221/110 even", True),
        ("t3", "611/000/000 even", False),
        ("numerical", "736/020/418 odd", True),
        ("numerical", "609/050/742 odd", True),
        ("numerical", "930/000/000 even", False),
    ],
)
def test_some_positions_are_dead_and_some_are_not(name: str, board: str, is_dead: bool) -> None:
    assert position(name, board, lenient=True).is_dead() is is_dead


def can_still_count(found: Position, line: tuple[int, ...]) -> bool:
    """Whether some of the line's empty cells can be filled, by whoever has the numbers, so that the line counts."""
    rules, counts = found.game, oracle(found.game.name).game.counts
    empty = [cell for cell in line if found.board[cell] == 0]
    unused = [mark for mark in rules.all_marks if not (rules.once and mark in found.board)]
    for size in range(1, len(empty) + 1):
        for cells in combinations(empty, size):
            for marks in permutations(unused, size) if rules.once else product(unused, repeat=size):
                board = dict(zip(cells, marks))
                if counts([board.get(cell, found.board[cell]) for cell in line]):
                    return True
    return False


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("numerical", "100/050/082 even"),
        ("numerical+misere", "980/007/000 odd"),
        ("t3", "126/050/041 odd"),
        ("t3:4", "1402/6650/1021/3052 odd"),
        ("t3:2,12,13", "00/00 even"),
        ("wild", "XO_/___/_OX first"),
        ("notakto", "X__/_X_/___ first"),
        ("cube:2", "__/__//__/__ X"),
    ],
)
def test_a_position_is_dead_exactly_when_no_line_can_count_any_more(name: str, board: str) -> None:
    """Every position that can follow, each line filled in every way there is."""
    for found in reachable(position(name, board)):
        if found.outcome is None:
            assert found.is_dead() is not any(can_still_count(found, line) for line in found.game.lines), found
        else:
            assert found.is_dead() is (found.outcome.winner is None)


def assert_completing_moves_complete_a_line(asked: Position) -> None:
    """For the side to move, and for the other one if it were its turn."""
    for side in asked.game.sides:
        turned = Position(asked.game, asked.board, side)
        after = {move: turned.play(move).outcome for move in turned.legal_moves}
        completing = {move for move, outcome in after.items() if outcome is not None and outcome.line is not None}
        assert set(asked.completing_moves(side)) == completing
        assert len(asked.completing_moves(side)) == len(completing)
    assert asked.completing_moves() == asked.completing_moves(asked.to_move)


@pytest.mark.parametrize("name", [*SMALL, "notakto+misere"])
def test_completing_moves_are_those_after_which_a_line_is_complete(name: str) -> None:
    for asked in all_positions(name):
        if asked.outcome is None:
            assert_completing_moves_complete_a_line(asked)


@pytest.mark.parametrize(
    ("name", "board"),
    [("numerical", "100/050/082 even"), ("t3", "120/050/041 odd"), ("t3:4", "1402/6650/1021/3052 odd")],
)
def test_completing_moves_are_right_where_sums_count_too(name: str, board: str) -> None:
    for asked in reachable(position(name, board)):
        if asked.outcome is None:
            assert_completing_moves_complete_a_line(asked)
