"""What `solve` promises: which source answers, within which limits, and with which sentence."""

from __future__ import annotations

import pytest

from noughts import solver
from noughts.errors import EngineError, MisuseError, SearchStopped
from noughts.games import Position, Ranking, Result, Value, game, position
from noughts.search import SearchInterrupted, Source, Status, Threats
from noughts.solver import Solver, at_once, best, no_move, solve

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


def test_a_loss_in_two_on_a_large_board_needs_no_search() -> None:
    found = solve(LOST_IN_TWO)
    assert (found.value, found.source, found.engine) == (Value(Result.LOSS, 2), Source.RULES, "rules")
    assert set(found.moves.values()) == {Value(Result.LOSS, 2)}
    assert len(found.moves) == len(LOST_IN_TWO.legal_moves)
    assert len(found.line) == 2
    after = LOST_IN_TWO.play(found.line[0]).play(found.line[1])
    assert after.outcome is not None and after.outcome.winner == "O"
    assert found.because == "Whatever X plays, a line can be completed."


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
    won = solve(position("tictactoe", "XX_/OO_/___ X"), node_limit=0)
    assert (won.value, won.because) == (Value(Result.WIN, 1), "A line can be completed at once.")


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
    with pytest.raises(EngineError, match=r"keeps a time limit \(threats was asked for\)"):
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
        ({"node_limit": -1}, "a whole number of at least 0"),
        ({"node_limit": 1.5}, "a whole number of at least 0"),
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
