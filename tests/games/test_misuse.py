"""The most likely mistakes from Python: each gets an error of ours that shows a call that works."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from tiers import needs_core

import noughts
from noughts import Position
from noughts.errors import MisuseError
from noughts.games.misuse import expect_seconds, expect_whole_number

P: Any = Position("tictactoe", "XX_/OO_/___ X")  # Any: a type checker would see most of these mistakes
S: Any = P.solve()
N: Any = noughts

# What somebody writes, and what the error must show.
MISTAKES: list[tuple[str, Callable[[], object], str]] = [
    ("solve a name", lambda: N.solve("tictactoe"), "solve(Position('tictactoe'))"),
    ("solve a game", lambda: N.solve(N.game("7,7,5")), "solve(Position('7,7,5'))"),
    ("solve nothing", lambda: N.solve(None), "solve(Position('tictactoe'))"),
    ("solve board text", lambda: N.solve("XX_/OO_/___ X"), "solve(Position('tictactoe'))"),
    ("prove a name", lambda: N.prove("7,7,5"), "prove(Position('7,7,5'))"),
    ("choose for a name", lambda: N.Perfect().choose("t3"), "choose(Position('t3'))"),
    ("limited for a name", lambda: N.Limited(2).choose("t3"), "choose(Position('t3'))"),
    ("random for a game", lambda: N.Random().choose(N.game("wild")), "choose(Position('wild'))"),
    ("a table of a name", lambda: N.StrongTable("tictactoe"), "StrongTable(Position('tictactoe'))"),
    ("draw a name", lambda: N.board_svg("t3"), "board_svg(Position('t3'))"),
    ("draw a solution as a board", lambda: N.board_svg(S), "solution_svg(solution)"),
    ("draw a position as a solution", lambda: N.solution_svg(P), "solution_svg(position.solve())"),
    ("draw a position as a tree", lambda: N.tree_svg(P), "AlphaBeta(trace=trace).value(position)"),
    ("draw an empty trace", lambda: N.tree_svg(N.Trace()), "AlphaBeta(trace=trace).value(position)"),
    ("verify nothing", lambda: N.verify(None), "verify('775.proof')"),
    ("verify what is not there", lambda: N.verify("nowhere.proof"), "nowhere.proof: cannot be read"),
    ("a number as certificate", lambda: P.prove(3), "prove(certificate='775.proof')"),
    ("a number as a proof", lambda: P.solve(certificate=3), "solve(certificate='775.proof')"),
    ("choose when it is over", lambda: N.Random().choose(P.play("1 3")), "the game is over: X wins"),
    ("look ahead when it is over", lambda: N.Limited(1).choose(P.play("1 3")), "the game is over: X wins"),
    ("perfect when it is over", lambda: N.Perfect().choose(P.play("1 3")), "the game is over: X wins"),
    ("perfect under no ranking", lambda: N.Perfect("fastest"), "expected quickest or earliest-end"),
    ("a shape of one number", lambda: N.Game("mine", 3, 3), "(3, 3), 3"),
    ("a sum as a goal", lambda: N.Game("mine", (3, 3), 3, 15), "SumTo(15)"),
    ("marks without tuples", lambda: N.Game("mine", (3, 3), 3, marks=(1, 2)), "((1,), (2,))"),
    ("a value that was not asked for", lambda: P.solve(value_only=True)["1 3"], "solve() without value_only"),
    ("minimax on a name", lambda: N.Minimax().solve("tictactoe"), "solve(Position('tictactoe'))"),
    ("minimax value of a name", lambda: N.Minimax().value("tictactoe"), "value(Position('tictactoe'))"),
    ("reasons of a position", lambda: N.reasons(P), "reasons(position.solve())"),
    ("play all best moves", lambda: P.play(S.best), "best[0], or play('1 3')"),
    ("play all legal moves", lambda: P.play(P.legal_moves), "play('1 3')"),
    ("play a number", lambda: P.play(3), "play('1 3')"),
    ("move by a number", lambda: P.move(5), "play('1 3')"),
    ("play nothing", lambda: P.play(None), "play('1 3')"),
    ("play a tuple of classes in T3", lambda: Position("t3").play(N.LADDER), "play('1 1 1')"),
    ("forget the number in T3", lambda: Position("t3").play("2 2"), "1,1=1"),
    ("play a taken cell", lambda: P.play("1 1"), "row 1, column 1 is taken by X"),
    ("a hyphen", lambda: Position("tic-tac-toe"), "did you mean 'tictactoe'?"),
    ("a misspelling", lambda: Position("tictacto"), "did you mean 'tictactoe'?"),
    ("crosses between sizes", lambda: Position("7x7x5"), "did you mean '7,7,5'?"),
    ("another name", lambda: N.game("ttt"), "did you mean 'tictactoe'?"),
    ("the board without the game", lambda: Position("XX_/OO_/___ X"), "Position('tictactoe', 'XX_/OO_/___ X')"),
    ("lists without the game", lambda: Position([["X"]]), "Position('tictactoe', [['X']])"),  # type: ignore[arg-type]
    ("rows not joined", lambda: Position("tictactoe", "XX_OO____ X"), "rows are joined by /"),
    ("no side to move", lambda: Position("tictactoe", "XX_/OO_/___"), "expected ' X' or ' O' after the board"),
    ("three numbers", lambda: N.game(7, 7, 5), "game('7,7,5')"),
    ("one number", lambda: N.game(775), "game('7,7,5')"),
    ("a tuple of numbers", lambda: N.game((4, 3, 3)), "game('4,3,3')"),
    ("no game", lambda: Position(None), "game('tictactoe')"),  # type: ignore[arg-type]
    ("a number as the side", lambda: Position("tictactoe", None, 1), "'X' or 'O'"),  # type: ignore[arg-type]
    ("an algorithm that is none", lambda: P.solve(algorithm="negamax"), "minimax, alpha-beta"),
    ("an object as algorithm", lambda: P.solve(algorithm=N.Minimax()), "solve(algorithm=Minimax)"),
    ("negative nodes", lambda: P.solve(node_limit=-1), "solve(node_limit=1000000)"),
    ("half a node", lambda: P.solve(node_limit=1.5), "solve(node_limit=1000000)"),
    ("time as text", lambda: P.solve(time_limit="3"), "solve(time_limit=10)"),
    ("negative time", lambda: P.solve(time_limit=-1), "solve(time_limit=10)"),
    ("time that is no number", lambda: P.solve(time_limit=float("nan")), "solve(time_limit=10)"),
    ("memory as text", lambda: P.solve(memory="1G"), "solve(memory=256 << 20)"),
    ("the command line's time", lambda: P.solve(time=3), "did you mean time_limit?"),
    ("the command line's nodes", lambda: P.solve(nodes=3), "did you mean node_limit?"),
    ("a depth", lambda: P.solve(depth=3), "it takes algorithm, value_only, node_limit, time_limit"),
    ("a timeout of a proof", lambda: P.prove(timeout=3), "time_limit"),
    ("no threads", lambda: P.solve(threads=0), "solve(threads=2)"),
    ("no threads for a proof", lambda: P.prove(threads=0), "prove(threads=2)"),
    ("memory of a proof as text", lambda: P.prove(memory="1G"), "prove(memory=1 << 30)"),
    ("negative time of a proof", lambda: P.prove(time_limit=-1), "prove(time_limit=60)"),
    ("nodes of a rung as text", lambda: N.Minimax(node_limit="10"), "Minimax(node_limit=1000)"),
    ("a ranking that is none", lambda: P.solve("fastest"), "expected quickest or earliest-end"),
    ("a number as ranking", lambda: P.solve(3), "expected quickest or earliest-end"),
    ("a ranking of a table", lambda: N.StrongTable(P, "fastest"), "expected quickest or earliest-end"),
    ("text as a key of moves", lambda: S.moves["1 3"], "solution['1 3']"),
    ("a move that is not legal", lambda: S["1 1"], "row 1, column 1 is taken by X"),
    ("depth zero", lambda: N.Limited(0), "Limited(2)"),
    ("depth as text", lambda: N.Limited("2"), "Limited(2)"),
    ("an agent by number", lambda: N.agent_named(2), "agent_named('depth:2')"),
    ("a level that is none", lambda: N.agent_named("easiest"), "depth:N"),
    ("a proof without a move", lambda: N.Perfect().choose(Position("7,7,5")), "says draw, and names no move for X"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("call", "shown"), [(call, shown) for _, call, shown in MISTAKES], ids=[m[0] for m in MISTAKES]
)
def test_a_mistake_is_answered_with_the_right_call(call: Callable[[], object], shown: str) -> None:
    with pytest.raises(noughts.NoughtsError) as caught:
        call()
    assert shown in str(caught.value)
    assert "\n" not in str(caught.value)


@needs_core
def test_a_name_cannot_be_looked_up_in_a_table() -> None:
    with pytest.raises(noughts.NoughtsError, match=r"table\[Position\('tictactoe'\)\]"):
        N.StrongTable(P)["tictactoe"]


def test_the_calls_that_are_shown_work() -> None:
    """Whatever an error says to write can be written: every call shown that is complete in itself."""
    tried = 0
    for _, call, _shown in MISTAKES:
        with pytest.raises(noughts.NoughtsError) as caught:
            call()
        for right in re.findall(r"write ((?:solve|choose|value|game)\((?:Position\()?'[^']+'\)+)", str(caught.value)):
            names = {name: getattr(noughts, name) for name in ("Position", "game")}
            names.update(
                solve=noughts.solve, choose=noughts.Random().choose, value=noughts.AlphaBeta(node_limit=9).value
            )
            try:
                eval(right, names)
            except noughts.SearchStopped:
                assert right.startswith("value(")
            tried += 1
    assert tried >= 8


def test_what_people_write_for_a_move_is_read() -> None:
    after = P.play("1 3")
    for move in ("1 3", "1,3", (1, 3), [1, 3], P.move("1 3"), P.move(P.move("1 3")), S.best[0]):
        assert P.play(move) == after
        assert P.is_legal(move) and P.objection(move) is None
        assert S[move] == S.value and move in S
    assert not P.is_legal("1 1") and P.objection((2, 1)) == "row 2, column 1 is taken by O"
    assert Position("t3").play([2, 2, 5]) == Position("t3").play("2,2=5")
    with pytest.raises(noughts.NotationError):
        P.is_legal("one three")


def test_a_rung_is_named_by_text() -> None:
    for name in ("minimax", "alpha-beta", "alphabeta", "Dead Lines", "deadlines"):
        assert P.solve(algorithm=name).value == S.value
    assert P.solve(algorithm="minimax").cost == P.solve(algorithm=noughts.Minimax).cost


def test_values_compare_only_with_values() -> None:
    assert S.value > S["2 3"] and S.value.__gt__(0) is NotImplemented and S.value != 0
    with pytest.raises(TypeError, match="'Value' and 'int'"):
        assert S.value > 0


def test_a_solution_is_a_container_of_its_moves() -> None:
    assert list(S) == list(S.moves) == P.legal_moves and len(S) == 5
    assert "1 3" in S and (2, 3) in S and "1 1" not in S and "nonsense" not in S and None not in S
    over = P.play("1 3").solve()
    assert len(over) == 0 and over


@pytest.mark.parametrize(
    ("solution", "text"),
    [
        (S, "X wins in 1: 1,3 (proven, by search)"),
        (Position("tictactoe", "XX_/OO_/X__ O").solve(), "O wins in 1: 2,3 (proven, by search)"),
        (Position("tictactoe", "XXO/OX_/___ O").solve(), "O loses in 2: 3,1  3,3  2,3  3,2 (proven, by search)"),
        (P.play("1 3").solve(), "X wins: row 1 (finished, by rules)"),
        (Position("7,7,5").solve(), "X draws (proven, by proof)"),
        (Position("8,8,5").solve(node_limit=9), "X draws or wins (bounded, by rules)"),
        (Position("6,6,4", "X_____/______/______/______/______/______ O").solve(node_limit=9),
         "value not known (unknown, by search)"),
    ],
)  # fmt: skip
def test_a_solution_prints_what_it_says(solution: noughts.Solution, text: str) -> None:
    assert str(solution) == text


@needs_core
def test_a_move_without_a_value_is_explained() -> None:
    large = Position("7,7,5", "XXXX___/OOO____/O______/_______/_______/_______/_______ X")
    for solution in (large.solve(), Position("5,5,4", "XXX__/OO___/O____/_____/_____ X").solve(node_limit=0)):
        assert solution.value == noughts.Value(noughts.Result.WIN, 1) and len(solution) == 1
        assert solution.because == "A line can be completed at once."
        with pytest.raises(
            noughts.SearchStopped, match=r"only the best moves were valued; solve\(time_limit=…\) values"
        ):
            solution[solution.position.legal_moves[-1]]
    assert len(P.solve(time_limit=10)) == 5
    with pytest.raises(noughts.SearchStopped, match="a proof gives the result, not the value of each move"):
        Position("7,7,5").solve()["1 1"]


def test_every_game_is_in_the_family() -> None:
    for name in ("tictactoe", "7,7,5", "t3:3,6,13", "cube:2", "qubic+misere"):
        assert name in noughts.games and noughts.games[name].name
    for other in ("chess", "0,0,0", "missing.toml", None, 3):
        assert other not in noughts.games


def test_the_family_is_shown_a_line_a_game() -> None:
    lines = [line.split(maxsplit=1) for line in repr(noughts.games).split("\n")]
    assert lines == [[name, about] for name, about in noughts.games.EXAMPLES.items()]
    assert list(noughts.games) == [name for name, _ in lines] and len(noughts.games) == len(lines)


@pytest.mark.parametrize("room", ["games", "grade", "search", "proofs", "classroom", "agents", "errors"])
def test_a_room_is_there_without_an_import_of_its_own(room: str) -> None:
    code = f"import noughts; assert '{room}' in dir(noughts); print(noughts.{room}.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"noughts.{room}\n", "")


@pytest.mark.parametrize("seconds", [0, 0.5, 1])
def test_any_time_is_a_number_of_seconds(seconds: float) -> None:
    expect_seconds(seconds, "")


def test_a_number_has_a_least_one_or_none() -> None:
    with pytest.raises(MisuseError, match=r"^found 'x', expected a whole number, such as call$"):
        expect_whole_number("x", "call")
    with pytest.raises(MisuseError, match=r"^found 0, expected a whole number, 1 or more, such as call$"):
        expect_whole_number(0, "call", least=1)


@pytest.mark.parametrize(("length", "shown"), [(58, "x" * 58 + "'"), (59, "x" * 58 + "…")])
def test_what_was_found_is_shown_in_sixty_letters(length: int, shown: str) -> None:
    with pytest.raises(MisuseError, match=f"^found '{shown}, expected"):
        expect_seconds("x" * length, "call")
