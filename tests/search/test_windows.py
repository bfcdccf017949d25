"""The contract of a score, for every window: exact inside, a bound outside, and tables and traces that keep to it."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from oracle import Oracle, oracle
from sampling import RANKINGS, as_position, true_score, unfinished_positions

from noughts.games import Position, Ranking, game, position
from noughts.search import INFINITY, LADDER, Minimax, Search, Table, Trace

WINDOWED = [rung for rung in LADDER if rung is not Minimax]
WITH_A_TABLE = [rung for rung in LADDER if issubclass(rung, Table)]
# Games whose positions the oracle can be asked about in every example: small, and one of each kind.
NAMES = ["tictactoe", "tictactoe+misere", "notakto", "1,6,3", "cube:2", "t3:2,12,13", "3,3,2", "2,5,3"]
GAMES = [game(name) for name in NAMES]

each_ranking = pytest.mark.parametrize("ranking", RANKINGS, ids=str)
positions = unfinished_positions(GAMES).filter(lambda position: position.board.count(0) <= 7)
edges = st.integers(-11, 11) | st.sampled_from([-INFINITY, INFINITY])
windows = st.tuples(edges, edges).filter(lambda window: window[0] != window[1]).map(lambda window: sorted(window))


def judge_of(asked: Position) -> Oracle:
    return oracle(asked.game.name)


def assert_keeps_the_contract(score: int, alpha: int, beta: int, truth: int) -> None:
    if alpha < score < beta:
        assert score == truth
    elif score <= alpha:
        assert truth <= score
    else:
        assert truth >= score


@pytest.mark.parametrize("rung", LADDER, ids=lambda rung: rung.name)
@each_ranking
@given(asked=positions, window=windows)
def test_a_score_is_exact_inside_the_window_and_a_bound_outside(
    rung: type[Search], ranking: Ranking, asked: Position, window: list[int]
) -> None:
    alpha, beta = window
    score = rung(ranking).score(asked, alpha, beta)
    assert_keeps_the_contract(score, alpha, beta, true_score(judge_of(asked), asked, ranking))


@pytest.mark.parametrize("rung", LADDER, ids=lambda rung: rung.name)
@each_ranking
@given(asked=positions)
def test_a_window_as_wide_as_can_be_gives_the_score_itself(
    rung: type[Search], ranking: Ranking, asked: Position
) -> None:
    assert rung(ranking).score(asked, -INFINITY, INFINITY) == true_score(judge_of(asked), asked, ranking)


@pytest.mark.parametrize("rung", WITH_A_TABLE, ids=lambda rung: rung.name)
@each_ranking
@given(questions=st.lists(st.tuples(positions, windows), min_size=1, max_size=12))
def test_whatever_is_asked_in_whatever_order_the_bounds_in_the_table_never_cross(
    rung: type[Table], ranking: Ranking, questions: list[tuple[Position, list[int]]]
) -> None:
    """And the true score of every position in the table lies between its bounds."""
    search = rung(ranking)
    for asked, (alpha, beta) in questions:
        score = search.score(asked, alpha, beta)
        assert_keeps_the_contract(score, alpha, beta, true_score(judge_of(asked), asked, ranking))
    for (rules, board, to_move), bounds in search.table.items():
        stored = as_position(rules, tuple(board), rules.sides.index(to_move))
        assert bounds.lower <= bounds.upper
        assert bounds.lower <= true_score(judge_of(stored), stored, ranking) <= bounds.upper


@pytest.mark.parametrize("rung", WITH_A_TABLE, ids=lambda rung: rung.name)
@each_ranking
def test_narrowing_windows_on_one_position_end_at_its_score(rung: type[Table], ranking: Ranking) -> None:
    """Null windows alone, from above and from below: the way a search by bisection would ask."""
    asked = position("tictactoe", "X__/_O_/___ X")
    truth = true_score(oracle("tictactoe"), asked, ranking)
    search = rung(ranking)
    for edge in [*range(-10, 10), *range(10, -10, -1)]:
        score = search.score(asked, edge, edge + 1)
        assert (score > edge) == (truth > edge)


@pytest.mark.parametrize("rung", LADDER, ids=lambda rung: rung.name)
@each_ranking
@given(asked=positions, window=windows)
def test_a_trace_says_nothing_untrue(rung: type[Search], ranking: Ranking, asked: Position, window: list[int]) -> None:
    """Each node's score obeys its bound; every move is looked at or cut off, unless a note says why it need not be."""
    trace = Trace()
    search = rung(ranking, trace=trace)
    alpha, beta = window
    search.visit(asked, alpha, beta)
    assert len(trace) == search.nodes == len(trace.nodes)
    assert sum(node.cut > 0 for node in trace.nodes) <= search.cutoffs
    assert sum(node.note == "table" for node in trace.nodes) == search.table_hits
    for node in trace.nodes:
        truth = true_score(judge_of(asked), node.position, ranking)
        assert node.score is not None
        match node.bound:
            case "exact":
                assert node.score == truth
            case "at most":
                assert node.score >= truth
            case "at least":
                assert node.score <= truth
            case _:
                pytest.fail(f"a finished search left {node} open")
        if node.note:
            assert (node.children, node.cut) == ([], 0)
        else:
            assert len(node.children) + node.cut == len(node.position.legal_moves)


@pytest.mark.parametrize("rung", LADDER, ids=lambda rung: rung.name)
@given(asked=positions)
def test_a_trace_is_a_tree_and_its_events_tell_how_it_grew(rung: type[Search], asked: Position) -> None:
    trace = Trace()
    search = rung(trace=trace)
    search.visit(asked, -INFINITY, INFINITY)
    root, *others = trace.nodes
    assert (root.parent, root.move, root.position) == (None, None, asked)
    for index, node in enumerate(trace.nodes):
        assert node.index == index
        assert all(trace.nodes[child].parent == index for child in node.children)
    for node in others:
        assert node.parent is not None and node.move is not None
        assert trace.nodes[node.parent].position.play(node.move) == node.position
    open_nodes: list[int] = []
    for event in trace.events:
        match event.kind:
            case "enter":
                assert trace.nodes[event.node].parent == (open_nodes[-1] if open_nodes else None)
                open_nodes.append(event.node)
            case "cut":
                assert open_nodes[-1] == event.node
            case "leave":
                assert open_nodes.pop() == event.node
    assert open_nodes == []
    assert sum(event.kind == "cut" for event in trace.events) == search.cutoffs


@pytest.mark.parametrize("rung", LADDER, ids=lambda rung: rung.name)
def test_a_trace_of_a_whole_solution_has_a_node_for_every_node_it_cost(rung: type[Search]) -> None:
    """Asked twice, too: then a table knows everything, and the trace says so."""
    asked = position("tictactoe", "X__/_O_/__X O")
    search = rung(trace=Trace())
    first = search.solve(asked)
    assert search.trace is not None
    once = len(search.trace)
    assert once == first.cost.nodes
    second = search.solve(asked)
    assert len(search.trace) - once == second.cost.nodes
    for root in (search.trace.nodes[0], search.trace.nodes[once]):
        assert (root.position, root.parent) == (asked, None)
        assert root.score == true_score(oracle("tictactoe"), asked, Ranking.QUICKEST)
        assert len(root.children) == len(asked.legal_moves)


@pytest.mark.parametrize("rung", LADDER, ids=lambda rung: rung.name)
def test_a_trace_does_not_change_the_search(rung: type[Search]) -> None:
    asked = position("tictactoe", "X__/_O_/___ X")
    for ranking in RANKINGS:
        plain, traced = rung(ranking).solve(asked), rung(ranking, trace=Trace()).solve(asked)
        assert (plain.moves, plain.best, plain.line, plain.cost) == (
            traced.moves,
            traced.best,
            traced.line,
            traced.cost,
        )


@pytest.mark.parametrize("rung", WINDOWED, ids=lambda rung: rung.name)
def test_a_narrower_window_never_costs_more(rung: type[Search]) -> None:
    asked = game("tictactoe").start().play(game("tictactoe").start().legal_moves[1])
    wide, narrow = rung(), rung()
    wide.visit(asked, -INFINITY, INFINITY)
    narrow.visit(asked, 0, 1)
    assert narrow.nodes < wide.nodes
