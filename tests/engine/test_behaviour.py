"""How the core behaves while it works: limits, progress, Ctrl-C, memory, threads; and which engine answers."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from itertools import pairwise

import pytest
from tiers import needs_core

from noughts.engine import Core
from noughts.errors import EngineError
from noughts.games import Position, Result, game, position
from noughts.games.census import reachable
from noughts.search import SearchInterrupted, Status, Threats
from noughts.search.progress import Progress
from noughts.solver import best, solve

pytestmark = needs_core


def test_solve_picks_the_core_and_says_so() -> None:
    start = position("tictactoe")
    assert solve(start).engine == "core"
    assert solve(start, algorithm=Threats).engine == "threats"
    assert best(start)[0] == (4, 1)


def test_value_only_gives_the_result_without_a_distance() -> None:
    won = solve(position("4,4,3"), value_only=True)
    assert (won.status, won.result, won.value, len(won.line)) == (Status.PROVEN, Result.WIN, None, 1)
    drawn = solve(position("4,4,4"), value_only=True)
    assert (drawn.status, drawn.result) == (Status.PROVEN, Result.DRAW)
    ladder = solve(position("tictactoe"), value_only=True, algorithm=Threats)
    assert (ladder.status, ladder.result, ladder.engine) == (Status.PROVEN, Result.DRAW, "threats")


def test_a_core_tells_the_sides_apart_on_the_same_board() -> None:
    """The keys of its table leave the side to move out."""
    rules, ladder = game("tictactoe"), Threats()
    of_values, of_moves, seen = Core(rules), Core(rules), set()
    for where in reachable(rules.start()):
        board = where.canonical(rules.symmetries)
        if board.count(0) in (0, 9) or board in seen or where.outcome is not None:
            continue
        seen.add(board)
        for side in rules.sides:
            asked = Position(rules, board, side, lenient=True)
            known = ladder.solve(asked)
            assert of_values.value(asked) == known.value
            assert of_moves.solve(asked).moves == known.moves
    assert len(seen) > 400


def test_a_limit_that_is_too_small_never_becomes_a_draw() -> None:
    start = position("5,5,4")
    for limit in (1, 10, 1000, 10_000):
        stopped = solve(start, node_limit=limit)
        assert stopped.status in (Status.UNKNOWN, Status.BOUNDED)
        assert stopped.value is None
        assert stopped.result is None
        assert stopped.best == ()
        assert stopped.cost.nodes <= limit + 1
        result = solve(start, node_limit=limit, value_only=True)
        assert result.status in (Status.UNKNOWN, Status.BOUNDED)
        assert result.result is None


def test_a_time_limit_is_kept() -> None:
    started = time.process_time()
    stopped = solve(position("8,8,5"), value_only=True, time_limit=0.3)
    assert stopped.status is not Status.PROVEN
    assert time.process_time() - started < 5  # of our own time: without a limit it takes hours


def test_one_thread_does_the_same_work_every_time() -> None:
    start = position("5,4,4")
    first, second = (solve(start, value_only=True) for _ in range(2))
    assert first.cost == second.cost
    assert first.line == second.line


def test_progress_is_told() -> None:
    seen: list[Progress] = []
    Core(game("7,7,5")).result(position("7,7,5"), time_limit=0.5, progress=seen.append)
    assert seen
    assert all(earlier.nodes <= later.nodes for earlier, later in pairwise(seen))
    assert seen[-1].rate > 0


def test_what_a_progress_function_raises_comes_out() -> None:
    def fail(progress: Progress) -> None:
        raise ZeroDivisionError(str(progress.nodes))

    core = Core(game("7,7,5"))
    with pytest.raises(ZeroDivisionError):
        core.result(position("7,7,5"), time_limit=10, progress=fail)
    assert core.solve(position("7,7,5", "XXXXX__/OOOO___/_______/_______/_______/_______/_______ O")).moves == {}


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_stops_soon_and_tells_what_is_known(threads: int) -> None:
    pressed, searching = 0.0, threading.Event()
    # A shell's background job ignores Ctrl-C; here it must be heard however the tests were started.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.disable()  # Hypothesis listens to collections, and an interrupt in its listener is lost

    def press() -> None:
        nonlocal pressed
        searching.wait()
        pressed = time.process_time()
        os.kill(os.getpid(), signal.SIGINT)

    finger = threading.Thread(target=press)
    finger.start()
    with pytest.raises(SearchInterrupted) as caught:
        solve(
            position("8,8,5"),
            threads=threads,
            value_only=True,
            time_limit=600,
            progress=lambda now: searching.set() if now.nodes else None,
        )
    stopped = time.process_time()
    finger.join()
    gc.enable()
    signal.signal(signal.SIGINT, before)
    assert stopped - pressed < 0.5 * threads  # of our own time: what else the machine does is not our doing
    solution = caught.value.solution
    assert solution.status in (Status.UNKNOWN, Status.BOUNDED)
    assert solution.result is None
    assert solution.cost.nodes > 0
    assert isinstance(caught.value, KeyboardInterrupt)


def test_other_python_threads_run_meanwhile() -> None:
    core, searching, enough = Core(game("7,7,5")), threading.Event(), threading.Event()

    def progress(now: Progress) -> None:
        searching.set()
        if enough.is_set():
            raise ZeroDivisionError

    def search() -> None:
        with pytest.raises(ZeroDivisionError):
            core.result(position("7,7,5"), time_limit=600, progress=progress)

    thread = threading.Thread(target=search)
    thread.start()
    searching.wait()
    assert sum(range(100_000)) and thread.is_alive()  # the search has not ended, and this was computed beside it
    with pytest.raises(RuntimeError, match="another question"):
        core.result(position("7,7,5"))
    enough.set()
    thread.join()


def test_memory_is_bounded() -> None:
    core = Core(game("6,6,5"), memory=1 << 20)
    core.result(position("6,6,5"), node_limit=200_000)
    assert core.table_bytes <= 1 << 20


@pytest.mark.parametrize(
    "options", [{"memory": 0}, {"memory": -1}, {"memory": 1 << 60}, {"threads": 0}, {"threads": 9999}]
)
def test_options_out_of_range_are_refused_in_words(options: dict[str, int]) -> None:
    with pytest.raises(EngineError, match="the core"):
        Core(game("tictactoe"), **options)


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(EngineError, match="tictactoe"):
        Core(game("tictactoe")).solve(position("4,4,4"))


def test_a_finished_position_is_finished() -> None:
    over = position("tictactoe", "XXX/OO_/___ O")
    assert solve(over).status is Status.FINISHED
    assert solve(over, value_only=True).status is Status.FINISHED
    assert best(over) == []


def test_without_the_core_the_ladder_answers_and_says_so() -> None:
    code = """
import sys
sys.modules["noughts.engine._core"] = None
import noughts, noughts.engine
solution = noughts.solve(noughts.position("tictactoe"))
print(noughts.engine.why_missing() is not None, solution.engine, solution.value)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "threats", "draw", "in", "9"]


def test_objects_that_outlive_python_are_not_reported() -> None:
    """Ctrl-C can leave some behind. Debug builds list them, so `make test-native` leaves this test out."""
    code = """
import ctypes
from noughts.engine.core import rules_of
from noughts.games import game
rules = rules_of(game("tictactoe"))
ctypes.pythonapi.Py_IncRef(ctypes.py_object(rules))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
