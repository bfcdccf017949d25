"""What a solution says and how two of them are put together; progress, horizons, and rungs by name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from noughts.errors import IllegalMove, MisuseError, SearchStopped
from noughts.games import Move, Position, Ranking, Result, Value, position
from noughts.search import LADDER, Minimax, Solution, Source, Status, Threats
from noughts.search.contract import INFINITY, Search
from noughts.search.horizon import Horizon
from noughts.search.ladder import rung
from noughts.search.progress import Progress
from noughts.search.solution import Bounds, Cost

WIN, DRAW, LOSS = Result.WIN, Result.DRAW, Result.LOSS
ASKED = position("tictactoe", "XO_/_X_/___ O")


def known(lower: Result, upper: Result, where: Position = ASKED, **more: object) -> Solution:
    """A solution of which only bounds are known."""
    status = Status.PROVEN if lower is upper else Status.UNKNOWN if (lower, upper) == (LOSS, WIN) else Status.BOUNDED
    solution = Solution(where, Ranking.QUICKEST, status, None, bounds=(lower, upper), engine="test")
    return replace(solution, **more)  # type: ignore[arg-type]


def moves(*texts: str) -> tuple[Move, ...]:
    return tuple(ASKED.move(text) for text in texts)


@pytest.mark.parametrize(
    ("solution", "says"),
    [
        (known(LOSS, WIN), "value not known (unknown, by search)"),
        (known(DRAW, WIN), "O draws or wins (bounded, by search)"),
        (known(LOSS, DRAW), "O loses or draws (bounded, by search)"),
        (known(LOSS, LOSS, source=Source.PROOF), "O loses (proven, by proof)"),
        (known(DRAW, DRAW, best=moves("1 3", "3 3")), "O draws: 1,3  3,3 (proven, by search)"),
        (known(LOSS, WIN, best=moves("1 3")), "value not known: 1,3 (unknown, by search)"),
        (known(WIN, WIN, value=Value(WIN, 5)), "O wins in 5 (proven, by search)"),
        (Threats().solve(position("tictactoe", "XX_/OO_/___ X")), "X wins in 1: 1,3 (proven, by search)"),
        (Threats().solve(position("tictactoe", "XXX/OO_/___ O")), "X wins: row 1 (finished, by rules)"),
    ],
)
def test_a_solution_is_a_sentence(solution: Solution, says: str) -> None:
    assert str(solution) == says


@pytest.mark.parametrize(
    ("solution", "why"),
    [
        (known(DRAW, DRAW, source=Source.PROOF), "a proof gives the result, not the value of each move"),
        (known(WIN, WIN, value=Value(WIN, 1)), "only the best moves were valued"),
        (known(DRAW, DRAW), "only the result was asked for"),
        (known(LOSS, WIN, because="The search was stopped."), "The search was stopped."),
        (known(LOSS, WIN), "nothing was searched"),
    ],
)
def test_a_move_without_a_value_says_why(solution: Solution, why: str) -> None:
    with pytest.raises(SearchStopped, match=f"the value of 3,3 is not known: {why}"):
        solution["3 3"]
    with pytest.raises(IllegalMove, match="is taken by X"):
        solution["1 1"]
    with pytest.raises(IllegalMove, match="is taken by X"):
        solution[Move(0, 2)]
    assert "3 3" not in solution and "nonsense" not in solution and 7 not in solution
    assert bool(solution) and len(solution) == 0 and list(solution) == []


def test_moves_with_a_value_are_found_however_they_are_written() -> None:
    solution = Minimax().solve(ASKED)
    by_text, by_move = solution["3 3"], solution[ASKED.move("3 3")]
    assert by_text == by_move == solution.moves[ASKED.move("3 3")]
    assert "3 3" in solution and ASKED.move("3 3") in solution and "1 1" not in solution
    assert len(solution) == 6 and list(solution) == ASKED.legal_moves
    with pytest.raises(MisuseError, match="are Move objects, not '3 3'; write solution"):
        solution.moves["3 3"]  # type: ignore[index]
    with pytest.raises(KeyError):
        solution.moves[Move(0, 1)]


@pytest.mark.parametrize(
    ("values", "status", "bounds", "best"),
    [
        ({}, Status.UNKNOWN, (LOSS, WIN), []),
        ({"1 3": (LOSS, 2)}, Status.UNKNOWN, (LOSS, WIN), []),
        ({"1 3": (DRAW, 6)}, Status.BOUNDED, (DRAW, WIN), []),
        ({"1 3": (WIN, 3)}, Status.BOUNDED, (WIN, WIN), []),
        ({"1 3": (WIN, 1)}, Status.PROVEN, (WIN, WIN), ["1,3"]),
        (
            dict.fromkeys(("1 3", "2 1", "2 3", "3 1", "3 2", "3 3"), (DRAW, 6)),
            *(Status.PROVEN, (DRAW, DRAW), ["1,3", "3,1", "3,3", "2,1", "2,3", "3,2"]),
        ),
    ],
)
def test_what_follows_from_the_values_of_some_moves(
    values: dict[str, tuple[Result, int]], status: Status, bounds: Bounds, best: list[str]
) -> None:
    found = {ASKED.move(text): Value(*value) for text, value in values.items()}
    solution = Solution.of_moves(ASKED, Ranking.EARLIEST_END, found, engine="test")
    assert (solution.status, solution.bounds, [*map(str, solution.best)]) == (status, bounds, best)
    assert (solution.value is None) == (status is not Status.PROVEN)
    assert all(value.ranking is Ranking.EARLIEST_END for value in solution.moves.values())
    assert (solution.cost, solution.seconds, solution.line) == (Cost(), 0.0, ())


def test_the_tighter_of_two_bounds_counts() -> None:
    before = known(DRAW, WIN, source=Source.RULES, because="So it is.", best=moves("3 3"), line=moves("3 3"))
    both = known(LOSS, DRAW).narrowed(before)
    assert (both.bounds, both.status, both.source, both.because) == ((DRAW, DRAW), Status.PROVEN, *_said(before))
    assert (both.best, both.line) == (before.best, before.line)
    half = known(LOSS, WIN, best=moves("1 3"), line=moves("1 3")).narrowed(before)
    assert (half.bounds, half.status, half.best, half.line) == (
        *((DRAW, WIN), Status.BOUNDED),
        *(moves("1 3"), moves("1 3")),
    )
    # Where the earlier one says nothing more, the later one stays, unless it has no move and the other has.
    later = known(DRAW, WIN, because="Searched.")
    assert _said(later.narrowed(known(LOSS, WIN, best=moves("3 3")))) == _said(later)
    assert later.narrowed(before).best == before.best
    assert later.narrowed(replace(before, best=())).because == "Searched."
    assert replace(later, best=moves("1 3")).narrowed(before).because == "Searched."
    done = known(WIN, WIN)
    assert done.narrowed(before) is done
    ended = Minimax().solve(position("tictactoe", "XXX/OO_/___ O"))
    assert ended.narrowed(before) is ended


def _said(solution: Solution) -> tuple[Source, str]:
    return solution.source, solution.because


def test_what_was_known_about_single_moves_is_kept() -> None:
    one, other, third = moves("1 3", "2 1", "2 3")
    before = known(LOSS, WIN, move_bounds={one: (LOSS, DRAW), other: (DRAW, WIN)})
    later = known(LOSS, WIN, move_bounds={one: (DRAW, WIN)}, moves={third: Value(LOSS, 2)})
    both = later.narrowed(before)
    assert both.move_bounds == {one: (DRAW, DRAW), other: (DRAW, WIN)}
    assert both.bounds_of(third) == (LOSS, LOSS)
    assert known(LOSS, DRAW).bounds_of(one) == (LOSS, DRAW)  # no move is worth more than the position
    assert known(LOSS, DRAW, move_bounds={one: (DRAW, WIN)}).bounds_of(one) == (DRAW, DRAW)


def test_bounds_of_moves_say_something_about_the_position() -> None:
    legal = ASKED.legal_moves
    lost = known(LOSS, WIN).with_move_bounds(dict.fromkeys(legal, (LOSS, LOSS)), Source.PROOF, "All lose.")
    assert (lost.bounds, lost.status, *_said(lost)) == ((LOSS, LOSS), Status.PROVEN, Source.PROOF, "All lose.")
    assert lost.best == ()
    one = known(LOSS, WIN).with_move_bounds({legal[0]: (DRAW, WIN), legal[5]: (DRAW, DRAW)}, Source.PROOF, "Two hold.")
    assert (one.bounds, one.status, one.because) == ((DRAW, WIN), Status.BOUNDED, "Two hold.")
    assert one.best == (legal[0], legal[5])
    assert one.move_bounds == {legal[0]: (DRAW, WIN), legal[5]: (DRAW, DRAW)}
    kept = known(DRAW, WIN, best=(legal[1],), because="Before.").with_move_bounds(
        {legal[0]: (DRAW, WIN)}, Source.PROOF, "No more."
    )
    assert (kept.bounds, kept.best, kept.because) == ((DRAW, WIN), (legal[1],), "Before.")
    half = known(LOSS, WIN).with_move_bounds(dict.fromkeys(legal, (LOSS, DRAW)), Source.PROOF, "None wins.")
    assert (half.bounds, half.status) == ((LOSS, DRAW), Status.BOUNDED)
    valued = known(LOSS, WIN, moves={legal[0]: Value(DRAW, 6)}).with_move_bounds({}, Source.PROOF, "One is known.")
    assert (valued.bounds, valued.best, valued.move_bounds) == ((DRAW, WIN), (legal[0],), {})


def test_solutions_with_the_same_contents_are_alike() -> None:
    one, other = known(LOSS, DRAW), known(LOSS, DRAW)
    assert one == other and hash(one) == hash(other)
    assert hash(one) != hash(known(DRAW, WIN))
    assert "move_bounds" not in repr(one)
    assert "move_bounds={Move" in repr(replace(one, move_bounds={ASKED.legal_moves[0]: (LOSS, DRAW)}))


def test_a_cost_is_the_difference_of_two() -> None:
    assert Cost(9, 7, 5).since(Cost(2, 3, 4)) == Cost(7, 4, 1)
    assert Cost() == Cost(0, 0, 0)


def test_progress_has_a_rate() -> None:
    assert Progress(50, 2.0).rate == 25
    assert Progress(50, 0.0).rate == 0
    assert Progress(1, 1.0)[2:] == (0, 0, 0)


def test_a_search_reports_its_progress_and_only_now_and_then() -> None:
    seen: list[Progress] = []
    search = LADDER[1](progress=seen.append)
    search.value(position("tictactoe"))
    assert [report.nodes for report in seen] == [4096 * n for n in range(1, 1 + search.nodes // 4096)]
    assert all(0 < report.seconds < 600 for report in seen)


@pytest.mark.parametrize("rung_of_ladder", LADDER)
def test_a_rung_is_found_by_its_name_however_it_is_spelled(rung_of_ladder: type[Search]) -> None:
    assert rung(rung_of_ladder) is rung_of_ladder
    for name in (rung_of_ladder.name, rung_of_ladder.name.upper(), rung_of_ladder.name.replace(" ", "-") + " "):
        assert rung(name) is rung_of_ladder


def test_what_is_no_rung_is_refused() -> None:
    with pytest.raises(MisuseError, match="no algorithm is called 'magic'; expected minimax, alpha-beta, ordering"):
        rung("magic")
    for thing in (3, int, Minimax()):
        with pytest.raises(MisuseError, match=r"expected an algorithm, found .*; write solve\(algorithm=Minimax\)"):
            rung(thing)  # type: ignore[arg-type]


def test_a_horizon_sees_exactly_so_far() -> None:
    """X wins in 3 plies by a double threat, and not sooner."""
    fork = position("tictactoe", "X__/_O_/O_X X")
    assert Threats().value(fork) == Value(WIN, 3)
    best = Threats().solve(fork).best[0]
    near, enough, far = (Horizon(depth).scores(fork) for depth in (2, 3, 5))
    assert set(near.values()) == {0, -4}
    assert near[best] == 0
    assert enough[best] == far[best] == max(far.values()) == 3  # won with two cells empty
    assert list(near) == fork.legal_moves


@pytest.mark.parametrize("ranking", Ranking)
def test_a_finished_game_is_scored_by_how_empty_its_board_is(ranking: Ranking) -> None:
    lost, won, drawn = (
        position("tictactoe", "XXX/OO_/___ O"),
        position("tictactoe+misere", "XXX/OO_/___ O"),
        position("tictactoe", "XOX/XOO/OXX O"),
    )
    size = 5 if ranking is Ranking.QUICKEST else 1
    assert [Minimax(ranking).finished_score(where) for where in (lost, won, drawn)] == [-size, size, 0]
    assert INFINITY > 64


@pytest.mark.parametrize("rung", LADDER, ids=lambda rung: rung.name)
def test_a_search_begins_with_nothing_counted_and_a_limit_that_can_be_one(rung: type[Search]) -> None:
    search = rung(node_limit=0)
    assert (search.nodes, search.cutoffs, search.table_hits) == (0, 0, 0)
    for limit in (-1, 1.5, "1000"):
        with pytest.raises(
            MisuseError, match=r"expected a whole number, 0 or more, such as Minimax\(node_limit=1000\)"
        ):
            rung(node_limit=limit)  # type: ignore[arg-type]
