"""What `solve` promises: which source answers, within which limits, and with which sentence."""

from __future__ import annotations

import inspect
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from noughts import proofs, solver
from noughts.engine.core import DEFAULT_MEMORY
from noughts.errors import EngineError, MisuseError, NoughtsError, SearchStopped
from noughts.games import Game, Move, Position, Ranking, Result, SumTo, Value, game, position
from noughts.proofs import move_bounds
from noughts.search import SearchInterrupted, Solution, Source, Status, Threats
from noughts.search.solution import Cost
from noughts.solver import NotInProof, Solver, _with_reason, at_once, best, no_move, solve

WON_AT_ONCE = position("7,7,5", "XXXX___/OOOO___/_______/_______/_______/_______/_______ X")
LOST_IN_TWO = position("7,7,5", "_______/_OOOO__/_______/X______/___X___/_______/X_____X X")
NOT_KNOWN = position("7,7,5", "X______/______O/_______/___X___/_______/_______/______O X")
NO_CORE = "no compiler was found"


@pytest.fixture
def without_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "why_missing", lambda: NO_CORE)


def test_a_win_in_one_move_on_a_large_board_needs_no_search() -> None:
    found = solve(WON_AT_ONCE)
    assert (found.value, found.source, found.engine) == (Value(Result.WIN, 1), Source.RULES, "rules")
    assert [str(move) for move in found.best] == [str(move) for move in found.line] == ["1,5"]
    assert found.because == "A line can be completed at once."
    assert best(WON_AT_ONCE) == list(found.best)
    twice = solve(position("7,7,5", "XXXX___/OOOO___/_______/_______/_______/OOO____/XXXX___ X", lenient=True))
    assert [*map(str, twice.best)] == ["1,5", "7,5"]
    assert twice.line == twice.best[:1]  # the game is over after one of them


def test_a_loss_in_two_on_a_large_board_needs_no_search() -> None:
    found = solve(LOST_IN_TWO)
    assert (found.value, found.source, found.engine) == (Value(Result.LOSS, 2), Source.RULES, "rules")
    assert set(found.moves.values()) == {Value(Result.LOSS, 2)}
    assert len(found.moves) == len(LOST_IN_TWO.legal_moves)
    assert len(found.line) == 2
    after = LOST_IN_TWO.play(found.line[0]).play(found.line[1])
    assert after.outcome is not None and after.outcome.winner == "O"
    assert found.because == "Whatever X plays, a line can be completed."
    assert found.line[0] == found.best[0]
    answers = LOST_IN_TWO.play(found.line[0]).completing_moves()
    assert found.line[1] == min(answers, key=LOST_IN_TWO.game.preference)


def test_where_completing_a_line_loses_no_rule_speaks_of_winning_at_once() -> None:
    misere = Position(game("7,7,5+misere"), WON_AT_ONCE.board, "X")
    assert at_once(misere).result is None
    assert at_once(misere).bounds == (Result.LOSS, Result.WIN)


@pytest.mark.parametrize(
    ("name", "board", "bounds", "because"),
    [
        (
            *("5,5,5", "_____/_____/_____/_____/_____ X", (Result.DRAW, Result.WIN)),
            "On an empty board the first side cannot lose: it could play as the second side would.",
        ),
        (
            *("1,5,3", "_XX__ O", (Result.LOSS, Result.DRAW)),
            "O cannot complete a line any more.",
        ),
        (
            *("1,5,3", "_XX__ X", (Result.DRAW, Result.WIN)),
            "O cannot complete a line any more.",
        ),
        ("3,3,3", "X__/_O_/___ X", (Result.LOSS, Result.WIN), ""),
        ("wild", "___/___/___ first", (Result.LOSS, Result.WIN), ""),
        ("tictactoe+misere", "___/___/___ X", (Result.LOSS, Result.WIN), ""),
    ],
)
def test_what_the_rules_say_before_any_search(
    name: str, board: str, bounds: tuple[Result, Result], because: str
) -> None:
    found = at_once(position(name, board, lenient=True))
    assert (found.bounds, found.because, found.source, found.engine) == (bounds, because, Source.RULES, "rules")
    assert found.status is (Status.UNKNOWN if bounds == (Result.LOSS, Result.WIN) else Status.BOUNDED)
    assert found.value is None


def test_a_board_on_which_nothing_can_happen_any_more_is_drawn_by_the_rules() -> None:
    found = solve(position("1,6,4", "__XO__ X"))
    assert (found.value, found.source, found.engine) == (Value(Result.DRAW, 4), Source.RULES, "rules")
    assert found.because == "No line can be completed any more."
    assert found.moves == dict.fromkeys(found.position.legal_moves, Value(Result.DRAW, 4))
    assert [move.cell for move in found.line] == [1, 4, 0, 5]  # cells on more lines first, then as they are read


def test_a_finished_game_says_so() -> None:
    found = solve(position("tictactoe", "XXX/OO_/___ O"))
    assert (found.status, found.engine, found.because) == (Status.FINISHED, "rules", "The game is over.")
    assert best(found.position) == []
    assert no_move(found) == "the game is over: X wins; there is no move to choose"


def test_a_search_says_whether_it_finished() -> None:
    start = position("tictactoe", "X__/_O_/___ X")
    assert solve(start).because == "An exact search finished."
    assert solve(start, node_limit=1).because == "The search was stopped."
    at_once_won = position("5,5,4", "XXX__/OO___/_____/_____/__O__ X")
    won = solve(at_once_won, node_limit=0)
    assert (won.value, won.because) == (Value(Result.WIN, 1), "A line can be completed at once.")
    assert solve(at_once_won).because == "An exact search finished."  # and valued the other moves as well


def test_tables_answer_only_where_they_are_asked_for_and_small() -> None:
    start = position("tictactoe", "X__/_O_/___ X")
    with_tables, plain = Solver(with_tables=True), Solver()
    from_table, searched = with_tables.solve(start), plain.solve(start)
    assert (from_table.source, searched.source) == (Source.TABLE, Source.SEARCH)
    assert (from_table.engine, from_table.because) == ("table", "A table of every position says so.")
    assert from_table.moves == searched.moves and from_table.best == searched.best
    now = start
    for move in from_table.line:
        assert move == with_tables.solve(now).best[0]
        now = now.play(move)
    assert now.outcome is not None
    assert with_tables.solve(position("4,4,3", "XO__/____/____/____ X")).source is Source.SEARCH
    assert with_tables.table_value(position("4,4,3"), Ranking.QUICKEST) is None
    assert with_tables.table_value(position("tictactoe", "OX_/___/___ O"), Ranking.QUICKEST) is not None
    # O began: it is in the table of the other side. Nobody can have begun here.
    assert with_tables.table_value(position("tictactoe", "O__/___/___ X"), Ranking.QUICKEST) is not None
    assert with_tables.table_value(position("tictactoe", "OO_/___/___ X", lenient=True), Ranking.QUICKEST) is None


def test_a_board_may_have_a_table_of_a_megabyte() -> None:
    """3 to the 12th is half a million ways to fill the board, 3 to the 13th is more than a megabyte."""
    few, many = Solver(with_tables=True), Solver(with_tables=True)
    assert few.table_value(position("3,4,3"), Ranking.QUICKEST) == solve(position("3,4,3")).value
    assert many.table_value(position("1,13,3"), Ranking.QUICKEST) is None


def test_a_rung_answers_alone_if_it_is_asked_for() -> None:
    start = position("tictactoe", "X__/_O_/___ X")
    assert solve(start, algorithm="threats").engine == solve(start, algorithm=Threats).engine == "threats"
    only = solve(start, algorithm="threats", value_only=True)
    assert (only.value, only.result) == (None, solve(start).result)
    with pytest.raises(EngineError, match=r"time limit needs the compiled core \(threats was asked for\)"):
        solve(start, algorithm="threats", time_limit=1)


def test_without_the_core_the_ladder_answers_and_keeps_no_time(without_core: None) -> None:
    start = position("tictactoe", "X__/_O_/___ X")
    found = solve(start)
    assert found.engine == "threats"
    assert solve(start, value_only=True).value is None
    assert solve(start, node_limit=1).status is Status.UNKNOWN
    with pytest.raises(EngineError, match=NO_CORE):
        solve(start, time_limit=1)
    assert best(start) == list(found.best)
    assert best(start, time_limit=60) == list(found.best)
    assert Solver(with_tables=True).table_value(start, Ranking.QUICKEST) is None
    kept = Solver()
    assert kept.solve(start, Ranking.EARLIEST_END).ranking is Ranking.EARLIEST_END
    kept.solve(position("4,3,3"))
    assert kept.solve(position("4,3,3")).cost.nodes < solve(position("4,3,3")).cost.nodes  # it kept its table


def test_the_ladder_is_stopped_by_its_reports(without_core: None) -> None:
    with pytest.raises(SearchStopped, match=r"is not known within 0 seconds"):
        best(position("4,4,4"), time_limit=0)


def test_why_no_move_is_known() -> None:
    assert no_move(at_once(NOT_KNOWN)) == f"the best move of {NOT_KNOWN.text} is not known within the limits"
    assert no_move(at_once(NOT_KNOWN), 0.5).endswith("is not known within 0.5 seconds")
    start = position("7,7,5")
    assert no_move(at_once(start)).endswith("is not known: the proof says draw, and names no move for X")
    answered = start.play("4 4").play(at_once(start.play("4 4")).best[0])
    assert no_move(at_once(answered)).endswith(": the proof says loss or draw, and names no move for X")
    with pytest.raises(SearchStopped, match="names no move for X"):
        best(start)


def test_a_limit_asks_for_a_search_where_that_can_say_more() -> None:
    """Without a limit a win at once is enough; with one, the other moves are valued as well."""
    assert len(solve(WON_AT_ONCE).moves) == 1
    assert solve(WON_AT_ONCE, node_limit=100).value == Value(Result.WIN, 1)
    assert solve(NOT_KNOWN, node_limit=10).status is Status.UNKNOWN
    every = Solver().solve(WON_AT_ONCE, every_move=True, time_limit=0.2)
    assert every.value == Value(Result.WIN, 1)


def test_ctrl_c_gives_what_the_rules_know(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = position("5,5,5")
    stopped = solve(asked, algorithm="threats", node_limit=0)
    assert stopped.bounds == (Result.LOSS, Result.WIN)

    def interrupt(*_: object) -> None:
        raise SearchInterrupted(stopped)

    kept = Solver()
    monkeypatch.setattr(kept, "_search", interrupt)
    with pytest.raises(SearchInterrupted) as caught:
        kept.solve(asked)
    assert caught.value.solution.bounds == (Result.DRAW, Result.WIN)
    assert caught.value.solution.because == at_once(asked).because


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ({"node_limit": -1}, "a whole number, 0 or more"),
        ({"node_limit": 1.5}, "a whole number, 0 or more"),
        ({"time_limit": -1}, "a number of seconds, 0 or more"),
        ({"certificate": 3}, "the name of a file"),
    ],
)
def test_limits_that_are_none_are_refused(limits: dict[str, object], words: str) -> None:
    with pytest.raises(MisuseError, match=words):
        solve(position("tictactoe"), **limits)  # type: ignore[arg-type]


def test_a_core_is_kept_for_each_game() -> None:
    kept = Solver()
    rules = game("4,3,3")
    assert kept.core(rules) is kept.core(game("4,3,3"))
    assert kept.core(rules) is not kept.core(game("3,4,3"))
    first = kept.solve(rules.start())
    assert kept.solve(rules.start()).cost.nodes < first.cost.nodes


@pytest.mark.parametrize(
    ("name", "board", "empty", "is_large"),
    [
        ("4,7,4", "XXX____/O______/_______/_______ X", 24, True),
        ("3,9,3", "XX_______/O________/_________ X", 24, False),
        ("4,7,4", "XXX____/OOXOO__/___O_OO/_______ X", 17, True),
        ("4,7,4", "XXX____/OOXOO__/_X_O_OO/_______ X", 16, False),
    ],
)
def test_the_rules_look_for_a_win_at_once_where_a_search_would_take_long(
    name: str, board: str, empty: int, is_large: bool
) -> None:
    """28 cells make a large board, as long as 17 of them are empty."""
    where = position(name, board, lenient=True)
    assert (where.board.count(0), where.outcome) == (empty, None)
    assert (at_once(where).value == Value(Result.WIN, 1)) == is_large


def test_what_is_no_position_is_refused_with_the_right_call() -> None:
    for ask, call in ((solve, "solve"), (Solver().solve, "solve"), (best, "best")):
        with pytest.raises(MisuseError, match=rf"write {call}\(Position\('tictactoe'\)\)"):
            ask("tictactoe")  # type: ignore[arg-type]


def test_a_limit_of_either_kind_asks_for_a_search() -> None:
    for limits in ({"node_limit": 100}, {"time_limit": 0.05}):
        assert solve(WON_AT_ONCE, **limits).source is Source.SEARCH
        assert solve(LOST_IN_TWO, **limits).source is Source.RULES  # no move is left to value


def test_a_proof_that_leaves_the_result_open_is_added_to_by_a_search_within_a_limit() -> None:
    start = position("7,7,5")
    answered = start.play("4 4").play(at_once(start.play("4 4")).best[0])
    assert solve(start, node_limit=10).cost.nodes == 0  # the result is known
    free, limited = solve(answered), solve(answered, node_limit=10)
    assert (free.source, free.cost.nodes) == (Source.PROOF, 0)
    assert limited.cost.nodes > 0 and limited.bounds == free.bounds
    with pytest.raises(SearchStopped, match="names no move for X"):
        best(answered)
    with pytest.raises(SearchStopped, match="names no move for X"):
        best(answered, time_limit=0.01)


def test_a_proof_is_preferred_where_that_is_asked_for() -> None:
    assert at_once(position("4,4,4")).source is Source.RULES
    assert at_once(position("4,4,4"), prefer_proof=True).source is Source.PROOF
    assert at_once(position("wild"), prefer_proof=True).source is Source.RULES


def test_a_proof_and_the_rules_together_may_say_more_than_either() -> None:
    closed = at_once(position("8,5,6", "_____/_____/OOOO_/XXXXX/_____/_____/_____/_____ O"))
    assert (closed.result, closed.status, closed.source) == (Result.DRAW, Status.PROVEN, Source.PROOF)
    assert closed.because.startswith("By the proof of") and closed.because.endswith("complete a line any more.")
    assert "cannot lose" not in at_once(position("7,7,5")).because


def test_a_certificate_must_cover_the_position() -> None:
    certificate = Path(proofs.__file__).parent / "shipped" / "4,4,4.proof"
    assert solve(position("4,4,4"), certificate=certificate).source is Source.PROOF
    with pytest.raises(NotInProof, match=r"4,4,4\.proof: says nothing about"):
        solve(position("4,4,4", "XXX_/OOO_/____/____ X"), certificate=certificate)


def test_a_table_of_exactly_a_megabyte_is_made() -> None:
    """Three numbers or nothing on each of ten cells."""
    rules = Game("ten", (2, 5), 5, SumTo(9), ((1, 3), (2,)))
    assert Solver(with_tables=True).table_value(rules.start(), Ranking.QUICKEST) is not None


def test_a_solver_uses_one_thread_unless_it_is_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, int]] = []
    monkeypatch.setattr(solver, "Core", lambda game, **options: asked.append(options))
    Solver().core(game("tictactoe"))
    Solver(threads=2, memory=1 << 20).core(game("tictactoe"))
    assert asked == [{"memory": DEFAULT_MEMORY, "threads": 1}, {"memory": 1 << 20, "threads": 2}]


class Spy(Solver):
    """Writes down what a question about every move was divided into, and finds nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, float]] = []

    def _with_move_bounds(self, solution: Solution, seconds: float, progress: object) -> Solution:
        self.asked.append(("bounds", seconds))
        return solution

    def _search(self, position: Position, ranking: Ranking, value_only: bool, *limits: Any) -> Solution:
        assert not value_only
        self.asked.append(("search", limits[1]))
        return solve(position, ranking, algorithm="threats", node_limit=0)


@pytest.mark.parametrize(
    ("name", "plies", "asked"),
    [
        ("5,5,4", 3, [("search", 8.0), ("bounds", 4.0)]),  # small: a search may say it all
        ("6,6,4", 6, [("bounds", 4.0), ("search", 4.0)]),  # 30 empty cells
        ("6,6,4", 5, [("bounds", 8.0)]),  # with more, a search comes to nothing
        ("tictactoe", 7, []),  # it is over
    ],
)
def test_the_time_for_every_move_is_divided(name: str, plies: int, asked: list[tuple[str, float]]) -> None:
    now, spy = position(name), Spy()
    for cell in (0, 2, 1, 3, 4, 5, 7, 6, 8)[:plies] if name == "tictactoe" else (0, 2, 4, 7, 9, 11)[:plies]:
        now = now.play(next(move for move in now.legal_moves if move.cell == cell))
    spy.solve(now, every_move=True, time_limit=8.0)
    spy.solve(position("1,6,4", "__XO__ X"), every_move=True, time_limit=8.0)  # drawn, and nothing to ask
    assert spy.asked == asked


@pytest.mark.parametrize(("seconds", "rounds"), [(0.4, 1), (0.5, 1), (0.6, 5)])
def test_questions_about_moves_are_asked_again_if_there_is_time(
    seconds: float, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, asked = list[Game](), list[dict[str, Any]]()

    class Provers:
        def __init__(self, rules: Game) -> None:
            made.append(rules)

        def find(self, position: Position, known: object, **options: Any) -> tuple[dict[Move, Any], int]:
            asked.append(options)
            return {position.legal_moves[0]: (Result.DRAW, Result.WIN)}, 7

    monkeypatch.setattr(move_bounds, "MoveBounds", Provers)
    kept, where = Solver(), position("7,7,5", "X______/______O/_______/___X___/_______/_______/______O X")
    before = replace(at_once(where), cost=Cost(nodes=5), seconds=100.0)
    for _ in range(2):
        found = kept._with_move_bounds(before, seconds, None)
    assert made == [where.game]  # once for each game
    assert [options["rounds"] for options in asked] == [rounds, rounds]
    assert asked[0]["seconds"] == seconds
    assert (found.cost.nodes, found.bounds, found.source) == (12, (Result.DRAW, Result.WIN), Source.PROOF)
    assert 100 <= found.seconds < 110
    assert found.because == "Holds and threats prove it: each move was searched until it was certain."


def test_one_thread_is_used_unless_more_are_asked_for_and_none_is_refused() -> None:
    for function in (solve, Solver.__init__):
        assert inspect.signature(function).parameters["threads"].default == 1
    with pytest.raises(NoughtsError, match="threads"):
        Solver(threads=0)
    with pytest.raises(NoughtsError, match="memory"):
        Solver(memory=0)


def test_a_solution_keeps_the_reason_it_has() -> None:
    bare = Threats().solve(position("tictactoe", "XX_/OO_/___ X"))
    assert _with_reason(bare).because == "An exact search finished."
    for other in (replace(bare, because="It is known."), replace(bare, source=Source.PROOF)):
        assert _with_reason(other) == other
