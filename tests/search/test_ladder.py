"""What each rung of the ladder buys: node counts, the numbers in its docstring, limits and costs."""

from __future__ import annotations

import re
import sys
from collections import Counter
from itertools import pairwise

import pytest
from oracle import Node, oracle
from sampling import RANKINGS, as_node, as_oracle_value, some_positions, start
from tiers import quick_for

from noughts.errors import NotationError, SearchStopped
from noughts.games import Ranking, Result, Value, game, position
from noughts.search import INFINITY, LADDER, Cost, Minimax, Search, Status, Symmetry
from noughts.solver import solve

each_rung = pytest.mark.parametrize("rung", LADDER, ids=lambda rung: rung.name)
each_ranking = pytest.mark.parametrize("ranking", RANKINGS, ids=str)

# Nodes for the value of the empty 3×3 board, the empty board included. Those of alpha-beta, with and without
# ordering, agree with what others have measured; the later ones are how our own search behaves today.
NODES = {
    "minimax": {Ranking.QUICKEST: 549_946, Ranking.EARLIEST_END: 549_946},
    "alpha-beta": {Ranking.QUICKEST: 20_866, Ranking.EARLIEST_END: 18_297},
    "ordering": {Ranking.QUICKEST: 7_865, Ranking.EARLIEST_END: 7_275},
    "dead lines": {Ranking.QUICKEST: 7_522, Ranking.EARLIEST_END: 6_952},
    "table": {Ranking.QUICKEST: 2_123, Ranking.EARLIEST_END: 1_957},
    "symmetry": {Ranking.QUICKEST: 515, Ranking.EARLIEST_END: 469},
    "threats": {Ranking.QUICKEST: 178, Ranking.EARLIEST_END: 181},
}
# The same for other games: a change here is a change of the search, and must be meant.
OTHER_NODES = {
    ("tictactoe+misere", Ranking.QUICKEST): {"ordering": 16_662, "table": 3_976, "symmetry": 854, "threats": 854},
    ("wild", Ranking.QUICKEST): {"table": 16_214, "symmetry": 3_025, "threats": 343},
    ("notakto", Ranking.QUICKEST): {"minimax": 30_442, "alpha-beta": 2_561, "ordering": 847, "table": 355},
    ("4,3,3", Ranking.QUICKEST): {"table": 17_036, "symmetry": 4_754, "threats": 232},
    ("3,4,3+drop", Ranking.QUICKEST): {
        "alpha-beta": 5_095,
        "ordering": 2_231,
        "dead lines": 2_228,
        "table": 1_080,
        "symmetry": 677,
        "threats": 184,
    },
}


def docstring(rung: type[Search]) -> str:
    return sys.modules[rung.__module__].__doc__ or ""


def number(text: str) -> int:
    return int(text.replace(",", ""))


@each_ranking
@pytest.mark.parametrize("rung", quick_for(LADDER, *LADDER[1:], id_of=lambda rung: rung.name))
def test_the_empty_board_takes_as_many_nodes_as_ever(rung: type[Search], ranking: Ranking) -> None:
    search = rung(ranking)
    assert search.value(start("tictactoe")) == Value(Result.DRAW, 9)
    assert search.nodes == NODES[rung.name][ranking]


@pytest.mark.parametrize(("name", "ranking"), OTHER_NODES, ids=str)
def test_other_games_take_as_many_nodes_as_ever(name: str, ranking: Ranking) -> None:
    nodes = {}
    for rung in LADDER:
        if rung.name in OTHER_NODES[name, ranking]:
            search = rung(ranking)
            search.visit(start(name), -INFINITY, INFINITY)
            nodes[rung.name] = search.nodes
    assert nodes == OTHER_NODES[name, ranking]


@pytest.mark.parametrize(
    ("name", "nodes"),
    [pytest.param("tictactoe", 549_946, marks=pytest.mark.slow), ("notakto", 30_442), ("3,4,3+drop", 277_167)],
)
def test_minimax_visits_every_node_of_the_tree_that_the_oracle_grows(name: str, nodes: int) -> None:
    judge = oracle(name)
    level, grown = Counter[Node]({as_node(start(name)): 1}), 0
    while level:
        grown += sum(level.values())
        following: Counter[Node] = Counter()
        for node, paths in level.items():
            for after in judge.following(*node).values():
                following[after] += paths
        level = following
    assert grown == nodes


def test_the_docstring_of_minimax_says_what_it_costs() -> None:
    cost = re.search(r"^Cost: ([\d,]+) nodes from the empty 3×3 board", docstring(Minimax), re.MULTILINE)
    assert cost is not None
    assert number(cost[1]) == NODES["minimax"][Ranking.QUICKEST]


@pytest.mark.parametrize(("before", "rung"), list(pairwise(LADDER)), ids=lambda rung: rung.name)
def test_the_docstring_of_a_rung_says_what_it_gains_over_the_one_before(
    before: type[Search], rung: type[Search]
) -> None:
    """The numbers in the text are those that a run measures, and there is a gain."""
    gain = re.search(r"^Gain: ([\d,]+) → ([\d,]+) nodes on the empty 3×3 board\.$", docstring(rung), re.MULTILINE)
    assert gain is not None
    search = rung()
    search.visit(start("tictactoe"), -INFINITY, INFINITY)
    assert number(gain[2]) == search.nodes
    assert number(gain[1]) == NODES[before.name][Ranking.QUICKEST]  # measured in the first test above
    assert search.nodes < number(gain[1])


@each_rung
def test_every_rung_states_its_contract_and_has_a_name_of_its_own(rung: type[Search]) -> None:
    assert re.search(r"^Contract: ", docstring(rung), re.MULTILINE)
    assert [other.name for other in LADDER].count(rung.name) == 1


@each_rung
def test_a_solution_reports_what_it_cost(rung: type[Search]) -> None:
    search = rung()
    solution = search.solve(position("tictactoe", "___/_X_/___ O"))
    assert solution.engine == rung.name
    assert 1 < solution.cost.nodes <= search.nodes
    assert (solution.cost.cutoffs > 0) == (rung is not Minimax)
    assert (solution.cost.table_hits > 0) == hasattr(search, "table")
    assert solution.seconds > 0


def test_the_cost_of_minimax_is_the_tree_below_the_position_and_itself() -> None:
    """Two cells are empty: the position, a move each, and one reply each where the first did not end the game."""
    solution = Minimax().solve(position("tictactoe", "XOX/XO_/O_X O"))
    assert solution.cost == Cost(nodes=4)
    assert Minimax().solve(position("tictactoe", "XOX/XOO/O_X X")).cost == Cost(nodes=2)


@each_rung
def test_a_second_question_is_charged_for_itself_only(rung: type[Search]) -> None:
    search = rung()
    first = search.solve(position("tictactoe", "XO_/_X_/__O X"))
    second = search.solve(position("tictactoe", "XO_/_X_/__O X"))
    assert second.value == first.value
    assert second.cost.nodes <= first.cost.nodes


@each_ranking
@each_rung
def test_a_search_that_is_stopped_knows_nothing_and_says_so(rung: type[Search], ranking: Ranking) -> None:
    asked = start("tictactoe")
    solution = rung(ranking, node_limit=5).solve(asked)
    assert (solution.status, solution.value, solution.best, solution.line) == (Status.UNKNOWN, None, (), ())
    with pytest.raises(SearchStopped, match="stopped after 5 nodes; the value is not known"):
        rung(ranking, node_limit=5).value(asked)


@each_rung
def test_moves_that_were_solved_before_the_stop_have_their_true_value(rung: type[Search]) -> None:
    judge, known = oracle("tictactoe"), 0
    for asked in some_positions("tictactoe", 60, 1_000):
        solution = rung(node_limit=12).solve(asked)
        truth = judge.move_values(*as_node(asked), "quickest")
        assert {(m.cell, m.mark): as_oracle_value(v) for m, v in solution.moves.items()}.items() <= truth.items()
        known += solution.status is Status.UNKNOWN and 0 < len(solution.moves) < len(truth)
    assert known > 0


@each_rung
def test_a_node_limit_that_suffices_changes_nothing(rung: type[Search]) -> None:
    asked = position("tictactoe", "X__/_O_/__X O")
    free = rung().solve(asked)
    limited = rung(node_limit=free.cost.nodes).solve(asked)
    assert (limited.status, limited.value, limited.moves, limited.line) == (
        Status.PROVEN,
        free.value,
        free.moves,
        free.line,
    )


def test_a_node_limit_is_still_there_for_the_next_question() -> None:
    search = Minimax(node_limit=100)
    assert search.solve(position("tictactoe", "XOX/XO_/O_X O")).status is Status.PROVEN
    assert search.solve(start("tictactoe")).status is Status.UNKNOWN


@each_rung
def test_a_stopped_search_says_between_which_results_the_truth_lies(rung: type[Search]) -> None:
    judge, statuses = oracle("tictactoe"), set()
    for asked in some_positions("tictactoe", 80, 1_000, seed=11):
        for node_limit in (1, 3, 6, 10, 20, 40, 60):
            solution = rung(node_limit=node_limit).solve(asked)
            truth, _ = judge.value(*as_node(asked), "quickest")
            lower, upper = solution.bounds
            assert lower <= truth <= upper, (asked, solution)
            assert (solution.result is None) == (lower < upper)
            assert (solution.value is None) == (solution.status in (Status.BOUNDED, Status.UNKNOWN))
            if solution.status is Status.UNKNOWN:
                assert (lower, upper) == (Result.LOSS, Result.WIN)
            if solution.status is Status.BOUNDED:
                assert (lower, upper) in [(Result.DRAW, Result.WIN), (Result.WIN, Result.WIN)]
            statuses.add(solution.status)
    assert statuses == set(Status)


@pytest.mark.parametrize("node_limit", range(1, 12))
def test_what_is_proven_has_the_whole_best_set_even_if_the_search_was_stopped(node_limit: int) -> None:
    """Two moves win at once. As long as only one of them has been seen, nothing is proven."""
    solution = Minimax(node_limit=node_limit).solve(position("tictactoe", "XX_/XO_/_O_ X"))
    if solution.status is Status.PROVEN:
        assert [move.cell for move in solution.best] == [2, 6]
        assert solution.value == Value(Result.WIN, 1)
    else:
        assert node_limit < 3
        assert solution.best == ()


def test_a_stopped_table_remembers_nothing_false() -> None:
    search, asked = Symmetry(node_limit=60), start("tictactoe")
    with pytest.raises(SearchStopped):
        search.value(asked)
    search.node_limit = None
    assert search.value(asked) == Value(Result.DRAW, 9)


@each_rung
def test_win_draw_or_loss_can_be_asked_for_alone(rung: type[Search]) -> None:
    judge = oracle("tictactoe")
    for asked in some_positions("tictactoe", 60, 1_000, seed=12):
        solution = rung().solve_result(asked)
        assert solution.result == judge.value(*as_node(asked), "quickest")[0], asked
        assert solution.status is (Status.PROVEN if asked.outcome is None else Status.FINISHED)


def test_the_door_takes_a_ranking_by_name_and_any_rung() -> None:
    asked = position("4,3,3", "X__/_O_/__X/O__ X")
    by_name = solve(asked, "earliest-end", algorithm=Symmetry)
    assert (by_name.ranking, by_name.engine) == (Ranking.EARLIEST_END, "symmetry")
    assert solve(asked).ranking is Ranking.QUICKEST
    assert solve(start("tictactoe"), node_limit=3, algorithm=Symmetry).status is Status.UNKNOWN
    with pytest.raises(NotationError, match="no ranking is called 'fastest'; expected quickest or earliest-end"):
        solve(asked, "fastest")


def test_a_finished_game_needs_no_search() -> None:
    finished = position("tictactoe", "XXX/OO_/___ O")
    solution = solve(finished)
    assert (solution.status, solution.value, solution.result) == (Status.FINISHED, Value(Result.LOSS, 0), Result.LOSS)
    assert (solution.moves, solution.best, solution.line) == ({}, (), ())
    assert solution.cost == Cost()
    assert solve(position("tictactoe", "XOX/XOO/OXX O")).value == Value(Result.DRAW, 0)
    assert solve(position("tictactoe+misere", "XXX/OO_/___ O")).value == Value(Result.WIN, 0)


def test_where_one_move_is_needed_the_empty_board_answers_with_the_centre() -> None:
    solution = solve(start("tictactoe"))
    order = ["2 2", "1 1", "1 3", "3 1", "3 3", "1 2", "2 1", "2 3", "3 2"]
    assert [" ".join(map(str, game("tictactoe").place(move.cell))) for move in solution.best] == order
