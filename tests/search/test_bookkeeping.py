"""What a search tells beside the values: names, counts, times, traces, interruptions, and what symmetry adds."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import noughts
from noughts.errors import MisuseError, SearchStopped
from noughts.games import Move, Position, Ranking, Result, Value, position
from noughts.search import LADDER, Minimax, SearchInterrupted, Solution, Source, Status, Trace
from noughts.search.contract import INFINITY, Search
from noughts.search.horizon import Horizon
from noughts.search.progress import Progress
from noughts.search.solution import Cost
from noughts.search.textbook import textbook_choice

OPENING = position("tictactoe", "X__/_O_/___ X")
LATE = position("tictactoe", "XO_/_O_/X__ X")
each_rung = pytest.mark.parametrize("rung", LADDER, ids=lambda rung: rung.name)


def test_names_that_people_and_programs_read() -> None:
    names = ["minimax", "alpha-beta", "ordering", "dead lines", "table", "symmetry", "threats"]
    assert [rung.name for rung in LADDER] == names
    assert Horizon.name == "horizon"
    assert [str(status) for status in Status] == ["proven", "bounded", "unknown", "finished"]
    assert [str(source) for source in Source] == ["rules", "table", "proof", "search"]


def test_what_is_not_given_is_nothing() -> None:
    assert Cost() == Cost(nodes=0, cutoffs=0, table_hits=0)
    assert Progress(1, 2.0) == Progress(1, 2.0, done=0, total=0, depth=0)
    bare = Solution(LATE, Ranking.QUICKEST, Status.UNKNOWN, None)
    assert (bare.engine, bare.seconds, bare.because, bare.cost) == ("", 0.0, "", Cost())
    assert Solution.of_moves(LATE, Ranking.QUICKEST, {}, engine="").seconds == 0.0


@each_rung
def test_the_time_of_a_search_is_its_own(rung: type[Search]) -> None:
    search, started = rung(), time.perf_counter()
    for solution in (search.solve(LATE), search.solve_result(LATE)):
        assert 0 < solution.seconds <= time.perf_counter() - started


@each_rung
def test_text_is_no_position(rung: type[Search]) -> None:
    search = rung()
    for ask, call in ((search.value, r"value\("), (search.solve, r"solve\("), (search.solve_result, r"solve\(")):
        with pytest.raises(MisuseError, match=call):
            ask(LATE.text)  # type: ignore[arg-type]


def test_ctrl_c_leaves_what_is_known() -> None:
    def press(progress: Progress) -> None:
        if progress.nodes > 20_000:
            raise KeyboardInterrupt

    with pytest.raises(SearchInterrupted, match=r"^interrupted$") as caught:
        Minimax(progress=press).solve(position("tictactoe", "X__/___/___ O"))
    solution = caught.value.solution
    assert 0 < len(solution.moves) < 8
    assert solution.status is not Status.PROVEN
    assert solution.cost.nodes > 20_000


@each_rung
def test_a_search_that_may_visit_nothing_visits_nothing(rung: type[Search]) -> None:
    search = rung(node_limit=0)
    solution = search.solve(LATE)
    assert (solution.status, solution.cost, solution.line) == (Status.UNKNOWN, Cost(), ())
    with pytest.raises(SearchStopped):
        search.value(LATE)


@each_rung
@pytest.mark.parametrize("ranking", Ranking, ids=str)
def test_a_trace_has_the_whole_search_in_order(rung: type[Search], ranking: Ranking) -> None:
    trace = Trace()
    search = rung(ranking, trace=trace)
    solution = search.solve(LATE)
    assert search.trace is trace  # also after the walks that leave no trace
    root = trace.nodes[0]
    assert (root.parent, root.alpha, root.beta, root.cut, root.note) == (None, -INFINITY, INFINITY, 0, "")
    assert [trace.nodes[child].move for child in root.children]
    assert {trace.nodes[child].move for child in root.children} == set(solution.moves)
    scores = [trace.nodes[child].score for child in root.children]
    assert None not in scores
    assert root.score == max(-(score or 0) for score in scores)
    assert solution.value is not None and (root.score > 0) - (root.score < 0) == solution.value.result
    kinds = Counter(event.kind for event in trace.events)
    assert kinds["enter"] == kinds["leave"] == len(trace.nodes)
    assert sum(node.cut > 0 for node in trace.nodes) <= kinds["cut"] <= solution.cost.cutoffs
    if ranking is Ranking.QUICKEST:  # under the other one, walks without a trace come after the search
        assert kinds["cut"] == solution.cost.cutoffs
    is_open: list[int] = []
    for event in trace.events:
        if event.kind == "enter":
            assert trace.nodes[event.node].parent == (is_open[-1] if is_open else None)
            is_open.append(event.node)
        else:
            assert is_open[-1] == event.node
        if event.kind == "leave":
            is_open.pop()
    assert not is_open
    assert {node.bound for node in trace.nodes} <= {"exact", "at most", "at least"}


def test_minimax_opens_every_window_wide() -> None:
    trace = Trace()
    Minimax(trace=trace).solve(LATE)
    assert {(node.alpha, node.beta) for node in trace.nodes} == {(-INFINITY, INFINITY)}


@pytest.mark.parametrize("rung", LADDER[3:6], ids=lambda rung: rung.name)
def test_a_dead_position_is_exact_whatever_the_window(rung: type[Search]) -> None:
    dead = position("tictactoe", "XXO/OOX/X_O X")
    trace = Trace()
    assert rung(trace=trace).visit(dead, 5, 6) == 0
    assert (trace.nodes[0].note, trace.nodes[0].bound) == ("dead", "exact")
    assert rung(trace=trace).visit(position("tictactoe", "XOX/XOO/OXX O"), 5, 6) == 0
    assert (trace.nodes[1].note, trace.nodes[1].bound) == ("finished", "exact")
    with trace.node(dead, None, 0, 1) as node:
        assert node.bound == "unknown"


class Plain:
    """Alpha-beta to a depth, written once more, with its counts."""

    def __init__(self) -> None:
        self.nodes = self.cutoffs = self.left_out = 0

    def score(self, where: Position, depth: int, alpha: int, beta: int) -> int:
        self.nodes += 1
        if where.outcome is not None:
            empty = where.board.count(0)
            return 0 if where.outcome.winner is None else -(empty + 1)
        if depth == 0:
            return 0
        moves = sorted(where.legal_moves, key=where.game.preference)
        best = -INFINITY
        for number, move in enumerate(moves):
            best = max(best, -self.score(where.play(move), depth - 1, -beta, -max(alpha, best)))
            if max(alpha, best) >= beta:
                self.cutoffs += 1
                self.left_out += len(moves) - number - 1
                break
        return best


@pytest.mark.parametrize("depth", [1, 2, 4, 7])
@pytest.mark.parametrize("where", [OPENING, LATE], ids=lambda where: where.text)
def test_a_horizon_visits_what_alpha_beta_visits(where: Position, depth: int) -> None:
    plain, trace = Plain(), Trace()
    expected = {move: -plain.score(where.play(move), depth - 1, -INFINITY, INFINITY) for move in where.legal_moves}
    search = Horizon(depth)
    search.trace = trace
    assert search.scores(where) == expected
    assert (search.nodes, search.cutoffs) == (plain.nodes, plain.cutoffs)
    assert sum(node.cut for node in trace.nodes) == plain.left_out


def test_a_horizon_scores_a_finished_board_without_being_asked_about_another_first() -> None:
    assert Horizon(3).score(position("tictactoe", "XXO/OO_/XOX O"), -INFINITY, INFINITY) == 1


def test_the_textbook_tells_a_win_from_a_draw_from_a_loss() -> None:
    def in_reading_order(move: Move) -> tuple[int, ...]:
        return (move.cell,)

    for text, plays in [
        ("OX_/_XO/___ X", "3 2"),
        ("XO_/_X_/O__ X", "3 3"),
        ("XO_/XO_/___ O", "3 2"),
        ("OXO/O_X/X__ X", "3 2"),
    ]:
        where = position("tictactoe", text)
        assert textbook_choice(where, in_reading_order) == where.move(plays), text


def corners(*known: str, value: Value | None = None) -> Solution:
    """The empty board, of which the values of some moves are known."""
    start = position("tictactoe")
    bare = Solution(start, Ranking.QUICKEST, Status.UNKNOWN, value, bounds=(Result.LOSS, Result.WIN), engine="test")
    return replace(bare, moves={start.move(text): Value(Result.DRAW, 9) for text in known})


def test_what_is_known_of_a_move_is_known_of_its_images() -> None:
    start = position("tictactoe")
    legal = start.legal_moves
    one = corners("3 3").spread()
    assert list(one.moves) == [start.move(text) for text in ("1 1", "1 3", "3 1", "3 3")]
    assert one.value is None and one.move_bounds == {}
    assert corners().spread() == corners()

    every = replace(corners("1 1", "1 2", "2 2"), source=Source.PROOF, because="Three are enough.").spread()
    assert list(every.moves) == legal and every.value == Value(Result.DRAW, 9)
    assert every.line == every.best[:1] == (start.move("2 2"),)
    assert (every.source, every.because, every.engine) == (Source.PROOF, "Three are enough.", "test")
    assert every.spread() is every

    at_least = {start.move("2 1"): (Result.DRAW, Result.WIN), start.move("1 2"): (Result.LOSS, Result.DRAW)}
    bounded = replace(corners("1 1"), move_bounds={**at_least, start.move("3 3"): (Result.LOSS, Result.DRAW)}).spread()
    edges = [start.move(text) for text in ("1 2", "2 1", "2 3", "3 2")]
    assert bounded.move_bounds == dict.fromkeys(edges, (Result.DRAW, Result.DRAW))
    assert len(bounded.moves) == 4
    known = replace(corners("1 1", "1 2", "2 2", value=Value(Result.DRAW, 9)), best=(legal[4],))
    assert known.spread().best == (legal[4],) and len(known.spread().moves) == 9


def test_a_solution_draws_explains_saves_and_shows_itself(tmp_path: Path) -> None:
    """Later rooms do the work; the methods find them by name."""
    where = position("tictactoe", "XX_/OO_/___ X")
    solution = Minimax().solve(where)
    assert solution._repr_svg_().startswith("<svg")
    solution.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")
    for move in ("3 1", where.move("3 1")):
        assert str(solution.explain(move)) == "Loses in 2 plies: O completes row 2 at 2,3."
    names = {name: getattr(noughts, name) for name in ("Move", "Position", "Ranking", "Result", "Value")}
    names |= {"Solution": Solution, "Status": Status, "Source": Source, "Cost": Cost}
    again = eval(repr(solution), names)  # of our own text
    assert again == solution
    assert "best=(Move(" in repr(solution) and "line=(Move(" in repr(solution)
