"""A position: immutable, equal to its equals, knows its moves and its end, and shows itself as what makes it again."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from oracle import oracle
from sampling import BIG_NUMBERS, FAMILY, SMALL, all_positions, as_node, reachable_positions

import noughts
from noughts.errors import IllegalMove, NotationError, UnreachablePosition
from noughts.games import Game, Move, O, Outcome, Position, Ranking, Result, SameMark, SumTo, Value, X, game, position
from noughts.search import Cost, Solution, Status
from noughts.solver import solve


def same_after_repr(thing: object) -> object:
    """What the `repr` of a thing makes when it is read as Python, with the names the package gives out."""
    names = {name: getattr(noughts, name) for name in noughts.__all__}
    return eval(repr(thing), {**names, "Status": Status, "Cost": Cost})


def test_a_position_cannot_be_changed() -> None:
    start = game("tictactoe").start()
    for name, value in (("board", bytes(9)), ("to_move", "O"), ("outcome", None), ("game", game("wild")), ("new", 1)):
        with pytest.raises(AttributeError, match=f"a position cannot be changed.*{name}"):
            setattr(start, name, value)
        with pytest.raises(AttributeError):
            delattr(start, name)
    assert isinstance(start.board, bytes)
    assert start.text == "___/___/___ X"


def test_playing_leaves_the_position_as_it_was() -> None:
    start = game("tictactoe").start()
    after = start.play(Move(4, X))
    assert (start.text, after.text) == ("___/___/___ X", "___/_X_/___ O")


def test_a_game_an_outcome_and_a_value_cannot_be_changed_either() -> None:
    for thing, name in (
        (game("tictactoe"), "length"),
        (Outcome("X", (0, 1, 2)), "winner"),
        (Value(Result.WIN, 1), "distance"),
        (Move(0, X), "cell"),
    ):
        with pytest.raises(AttributeError):
            setattr(thing, name, 0)


def test_positions_are_equal_when_game_board_and_turn_are() -> None:
    one = position("tictactoe", "X__/_O_/___ X")
    by_other_moves = game("tictactoe").start().play(Move(0, X)).play(Move(4, O))
    assert one == by_other_moves
    assert hash(one) == hash(by_other_moves)
    assert one != position("tictactoe", "X__/_O_/___ O")
    assert one != position("tictactoe", "_X_/_O_/___ X")
    assert one != position("tictactoe+misere", "X__/_O_/___ X")
    assert one != "X__/_O_/___ X"
    assert len({one, by_other_moves, position("tictactoe", "X__/_O_/___ O")}) == 2


def test_games_are_equal_when_all_their_rules_are() -> None:
    assert game("tictactoe") == Game("tictactoe", (3, 3), 3)
    assert hash(game("tictactoe")) == hash(Game("tictactoe", (3, 3), 3))
    assert game("tictactoe") != Game("tictactoe", (3, 3), 3, misere=True)
    assert game("tictactoe") != Game("mine", (3, 3), 3)
    assert game("t3:4") != Game("t3:4", (4, 4), 4, SumTo(13, full=True), ((1, 3, 5), (2, 4, 6)))


@given(reachable_positions())
def test_a_position_survives_pickling_and_copying(found: Position) -> None:
    for again in (pickle.loads(pickle.dumps(found)), copy.copy(found), copy.deepcopy(found)):
        assert again == found
        assert hash(again) == hash(found)
        assert again.outcome == found.outcome
        assert again.legal_moves == found.legal_moves


def test_a_game_that_has_been_played_can_be_pickled() -> None:
    for rules in (*FAMILY.values(), game("1,1,1")):
        rules.start().play(rules.start().legal_moves[0])
        assert rules.automorphisms
        again = pickle.loads(pickle.dumps(rules))
        assert again == rules
        assert hash(again) == hash(rules)


def test_a_pickled_position_is_found_among_equals_in_another_process() -> None:
    """Hashes of texts differ between processes, so a hash must not travel with the position."""
    found = position("4,3,3", "X__/_O_/___/___ X")
    assert {found.game: 1}
    program = (
        "import pickle, sys; from noughts.games import game, position\n"
        "found = pickle.loads(bytes.fromhex(sys.argv[1]))\n"
        "assert found in {position('4,3,3', 'X__/_O_/___/___ X')}\n"
        "assert found.game in {game('4,3,3')}\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, "-c", program, pickle.dumps(found).hex()],
            env={**environment, "PYTHONHASHSEED": seed},
            check=True,
        )


@given(reachable_positions())
def test_the_repr_of_a_position_makes_it_again(found: Position) -> None:
    again = same_after_repr(found)
    assert again == found
    assert isinstance(again, Position)
    assert again.outcome == found.outcome


@pytest.mark.parametrize(
    "thing",
    [
        Move(4, X),
        Result.LOSS,
        Result.DRAW,
        Result.WIN,
        Value(Result.LOSS, 4),
        Ranking.QUICKEST,
        Ranking.EARLIEST_END,
        Outcome("X", (0, 1, 2)),
        Outcome(None),
        SameMark(),
        SumTo(13),
        SumTo(15, full=True),
        *FAMILY.values(),
        Game("mine", (3, 5), 3),
        Game("tictactoe", (4, 4), 3),
        Game("nowhere.toml", (4, 4), 3),
        Game("mine", (3, 3), 3).start(),
        position("tictactoe", "XXX/XXX/OOO X", lenient=True),
        position("tictactoe", "XX_/___/___ O", lenient=True),
        Status.PROVEN,
        Cost(3, 2, 1),
        solve(position("tictactoe", "XX_/OO_/___ X")),
        solve(position("notakto", "X_X/___/_X_ second"), "earliest-end"),
        solve(position("tictactoe", "XXX/OO_/___ O")),
        solve(BIG_NUMBERS.start().play(Move(0, 113))),
    ],
    ids=lambda thing: repr(thing)[:60],
)
def test_the_repr_of_a_thing_makes_it_again(thing: object) -> None:
    again = same_after_repr(thing)
    assert again == thing
    assert type(again) is type(thing)
    assert repr(again) == repr(thing)


def test_things_are_shown_to_people_in_words() -> None:
    assert str(Value(Result.WIN, 3)) == "win in 3"
    assert str(Outcome("X", (0, 1, 2))) == "X wins"
    assert str(Outcome(None)) == "draw"
    assert (str(Result.LOSS), str(Ranking.EARLIEST_END), str(Status.UNKNOWN)) == ("loss", "earliest-end", "unknown")


def test_results_and_values_turn_round_for_the_other_side() -> None:
    assert (-Result.WIN, -Result.DRAW, -Result.LOSS) == (Result.LOSS, Result.DRAW, Result.WIN)
    assert isinstance(-Result.WIN, Result)
    assert Value(Result.LOSS, 2).before() == Value(Result.WIN, 3)


def test_rankings_order_values_as_they_say() -> None:
    values = [Value(result, distance) for result in Result for distance in (2, 4)]
    quickest = sorted(values, key=Ranking.QUICKEST.key, reverse=True)
    assert [str(value) for value in quickest[:2]] == ["win in 2", "win in 4"]
    assert {str(value) for value in quickest[2:4]} == {"draw in 2", "draw in 4"}
    assert [str(value) for value in quickest[4:]] == ["loss in 4", "loss in 2"]
    earliest = sorted(values, key=Ranking.EARLIEST_END.key, reverse=True)
    assert [str(value) for value in earliest] == [
        *("win in 2", "win in 4", "draw in 2", "draw in 4", "loss in 2", "loss in 4"),
    ]
    assert Ranking.named("earliest-end") is Ranking.EARLIEST_END
    with pytest.raises(NotationError, match="no ranking is called 'soon'; expected quickest or earliest-end"):
        Ranking.named("soon")


@pytest.mark.parametrize(
    ("name", "board", "move", "says"),
    [
        ("tictactoe", "X__/___/___ O", Move(0, O), "row 1, column 1 is taken by X"),
        ("tictactoe", "X__/_O_/___ X", Move(4, X), "row 2, column 2 is taken by O"),
        ("tictactoe", "___/___/___ X", Move(4, O), "X may not place O; it may place X"),
        ("tictactoe", "___/___/___ X", Move(4, 7), "X may not place 7; it may place X"),
        ("tictactoe", "___/___/___ X", Move(4, 0), "X may not place 0; it may place X"),
        ("tictactoe", "___/___/___ X", Move(9, X), "cell 9 is outside the board"),
        ("tictactoe", "___/___/___ X", Move(-1, X), "cell -1 is outside the board"),
        ("tictactoe", "XXX/OO_/___ O", Move(8, O), "the game is over: X wins"),
        ("tictactoe", "XOX/XOO/OXX O", Move(8, O), "the game is over: draw"),
        ("wild", "XX_/___/___ first", Move(2, 3), "first may not place 3; it may place X, O"),
        ("notakto", "X__/___/___ second", Move(1, O), "second may not place 2; it may place X"),
        ("t3", "100/000/000 even", Move(4, 3), "even may not place 3; it may place 2, 4, 6"),
        ("t3", "100/000/000 even", Move(0, 2), "row 1, column 1 is taken by 1"),
        ("numerical", "120/000/000 odd", Move(4, 1), "1 has been placed already; each number is used once"),
        ("cube:2", "X_/__//__/__ O", Move(0, O), "layer 1, row 1, column 1 is taken by X"),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason(name: str, board: str, move: Move, says: str) -> None:
    asked = position(name, board)
    assert not asked.is_legal(move)
    assert move not in asked.legal_moves
    with pytest.raises(IllegalMove) as error:
        asked.play(move)
    assert str(error.value) == says


@pytest.mark.parametrize("name", SMALL)
def test_legal_moves_are_those_the_oracle_knows_in_reading_order(name: str) -> None:
    judge = oracle(name)
    for asked in all_positions(name):
        moves = asked.legal_moves
        assert [(move.cell, move.mark) for move in moves] == list(judge.following(*as_node(asked)))
        assert all(asked.is_legal(move) for move in moves)


def test_the_turn_is_given_and_not_guessed() -> None:
    for turn in "XO":
        assert position("tictactoe", f"XO_/___/___ {turn}").to_move == turn
        assert position("tictactoe", f"O__/___/___ {turn}").to_move == turn
        assert position("tictactoe", f"XXO/O__/___ {turn}").to_move == turn
        assert position("tictactoe", "XO_/___/___", turn).to_move == turn
        assert game("tictactoe").start(turn).to_move == turn
    assert position("tictactoe").to_move == "X"
    with pytest.raises(NotationError, match="the side to move"):
        position("tictactoe", "XO_/___/___")
    with pytest.raises(NotationError, match="the side to move is missing; expected X or O"):
        position("tictactoe", [["X", "O", None], [None] * 3, [None] * 3])


def test_a_position_must_fit_its_game() -> None:
    rules = game("tictactoe")
    with pytest.raises(NotationError, match="the board has 8 cells; tictactoe is played on 9"):
        Position(rules, bytes(8), "X")
    with pytest.raises(NotationError, match="no side is called 'first'; tictactoe is played by X and O"):
        Position(rules, bytes(9), "first")
    with pytest.raises(NotationError, match="nobody may place the mark 3 in tictactoe"):
        Position(rules, bytes([3] + [0] * 8), "X")
    with pytest.raises(NotationError, match="found 'Z', expected the side to move: X or O"):
        position("tictactoe", None, "Z")


@pytest.mark.parametrize(
    ("name", "board", "says"),
    [
        ("tictactoe", "XX_/___/___ O", "X has 2 marks on the board and O has 0; sides move in turn"),
        ("tictactoe", "OOO/OX_/___ X", "X has 1 mark on the board and O has 4; sides move in turn"),
        ("tictactoe", "XXX/OOO/___ X", "both X and O have a completed line; the game ends with the first"),
        ("t3", "135/000/000 even", "odd has 3 marks on the board and even has 0; sides move in turn"),
        ("numerical", "120/100/004 even", "1 is on the board 2 times; each number is used once"),
    ],
)
def test_boards_that_nobody_could_reach_are_refused_unless_leniency_is_asked_for(
    name: str, board: str, says: str
) -> None:
    with pytest.raises(UnreachablePosition) as error:
        position(name, board)
    assert str(error.value).startswith(f"no game leads to this board: {says}")
    assert position(name, board, lenient=True).text == board
    lists = [[None if mark in "_0" else mark for mark in row] for row in board[:11].split("/")]
    with pytest.raises(UnreachablePosition):
        position(name, lists, board[12:])
    with pytest.raises(UnreachablePosition):
        Position(name, board)
    assert position(name, lists, board[12:], lenient=True).text == board


@given(reachable_positions())
def test_no_position_that_a_game_leads_to_is_ever_refused(found: Position) -> None:
    assert position(found.game, found.text) == found


def test_a_symmetry_moves_the_marks_and_leaves_the_turn() -> None:
    asked = position("tictactoe", "XO_/___/__X O")
    images = {asked.transformed(symmetry).text for symmetry in asked.game.symmetries}
    assert images == {
        *("XO_/___/__X O", "X__/O__/__X O", "_OX/___/X__ O", "__X/__O/X__ O"),
        *("X__/___/_OX O", "X__/__O/__X O", "__X/___/XO_ O", "__X/O__/X__ O"),
    }


def test_a_solution_is_a_value_too() -> None:
    asked = position("tictactoe", "XX_/OO_/___ X")
    solution = solve(asked)
    assert isinstance(solution, Solution)
    assert pickle.loads(pickle.dumps(solution)) == solution
    with pytest.raises(AttributeError):
        solution.value = None  # type: ignore[misc]
