"""Ours and the programs people use today, on the same work, in one run; `make bench` writes docs/benchmarks.md.

Contestants take turns, and the best of several runs counts: what is left is the work, not the noise of the machine.
Ratios are within this run. A program that is not installed is left out, and the page says so.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from page import machine, version, write_beginning

from noughts.engine import Core
from noughts.engine.tables import StrongTable
from noughts.games import Position, Ranking, game
from noughts.search import Threats

RUNS = 5
LONG_RUNS = 2


class Row(NamedTuple):
    """What one contestant did: how much work it says it was, and the seconds of its best run."""

    who: str
    answer: str
    seconds: float


class Contest(NamedTuple):
    """The same work for all; each contestant is a function that does it once and says what it found."""

    title: str
    what: str
    runs: int
    contestants: dict[str, Callable[[], str]]


def run(contest: Contest) -> list[Row]:
    best: dict[str, float] = {}
    answers: dict[str, str] = {}
    for _ in range(contest.runs):
        for who, work in contest.contestants.items():
            started = time.perf_counter()
            answers[who] = work()
            best[who] = min(best.get(who, float("inf")), time.perf_counter() - started)
    return [Row(who, answers[who], best[who]) for who in contest.contestants]


# Labelling all 5,478 positions of 3×3: the value of each, its distance and its best moves.


class Label(NamedTuple):
    """What a position is worth to its side to move, how many plies it lasts, and the moves that keep it so."""

    score: int
    distance: int
    best: tuple[Any, ...]


def label_from(after: dict[Any, Label]) -> Label:
    """Win soon, lose late: from the labels of the positions that follow."""

    def rank(label: Label) -> tuple[int, int]:
        score = -label.score
        return score, -score * label.distance

    best = max(map(rank, after.values()))
    kept = tuple(move for move, label in after.items() if rank(label) == best)
    return Label(best[0], after[kept[0]].distance + 1, kept)


def label_with_core() -> str:
    labels = StrongTable(game("tictactoe").start(), labels=True).labels
    return f"{len(labels.scores):,} positions: value, distance, best set"


def label_with_ladder() -> str:
    ladder, start = Threats(), game("tictactoe").start()
    seen: dict[Position, Any] = {}
    level = [start]
    while level:
        following: dict[Position, None] = {}
        for at in level:
            after = [at.play(move) for move in at.legal_moves]
            values = [ladder.value(position).before() for position in after]
            best = max(values, key=Ranking.QUICKEST.key, default=None)
            seen[at] = (best, [i for i, value in enumerate(values) if value == best])
            following.update(dict.fromkeys(after))
        level = list(following)
    return f"{len(seen):,} positions: value, distance, best set"


def label_with_open_spiel() -> str:
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

    table = MinimaxSolver("tic_tac_toe").solve()
    return f"{len(table):,} unfinished positions: value of every move, no distance"


def label_with_easyai() -> str:
    from easyAI import TwoPlayerGame

    known: dict[tuple[int, ...], Label] = {}

    def label(state: Any) -> Label:
        key = (*state.board, state.current_player)
        if key not in known:
            if state.is_over():
                known[key] = Label(int(state.scoring()), 0, ())
            else:
                after: dict[Any, Label] = {}
                for move in state.possible_moves():
                    state.make_move(move)
                    state.switch_player()
                    after[move] = label(state)
                    state.switch_player()
                    state.unmake_move(move)
                known[key] = label_from(after)
        return known[key]

    label(_easyai_game(TwoPlayerGame, 3, 3, 3))
    return f"{len(known):,} positions: value, distance, best set, by its rules under a plain memo"


def label_with_aima() -> str:
    from aima3.games import TicTacToe

    rules = TicTacToe()
    known: dict[Any, Label] = {}

    def label(state: Any) -> Label:
        key = frozenset(state.board.items())
        if key not in known:
            if rules.terminal_test(state):
                known[key] = Label(rules.utility(state, state.to_move), 0, ())
            else:
                known[key] = label_from({move: label(rules.result(state, move)) for move in rules.actions(state)})
        return known[key]

    label(rules.initial)
    return f"{len(known):,} positions: value, distance, best set, by its rules under a plain memo"


def _easyai_game(base: Any, rows: int, columns: int, length: int) -> Any:
    """easyAI has tic-tac-toe as an example only on 3×3; this is the same class for any board."""
    lines = [list(line) for line in game(f"{rows},{columns},{length}").lines]

    class Board(base):  # type: ignore[misc]
        def __init__(self) -> None:
            self.board = [0] * (rows * columns)
            self.current_player = 1

        def possible_moves(self) -> list[int]:
            return [cell for cell, mark in enumerate(self.board) if not mark]

        def make_move(self, move: int) -> None:
            self.board[move] = self.current_player

        def unmake_move(self, move: int) -> None:
            self.board[move] = 0

        def lose(self) -> bool:
            return any(all(self.board[cell] == self.opponent_index for cell in line) for line in lines)

        def is_over(self) -> bool:
            return 0 not in self.board or self.lose()

        def scoring(self) -> int:
            return -100 if self.lose() else 0

        def ttentry(self) -> tuple[int, ...]:
            return (*self.board, self.current_player)

    return Board()


def result_with_easyai(rows: int, columns: int, length: int) -> str:
    from easyAI import TranspositionTable, TwoPlayerGame
    from easyAI.AI.Negamax import negamax

    board, table = _easyai_game(TwoPlayerGame, rows, columns, length), TranspositionTable()
    depth = rows * columns
    score = negamax(board, depth, depth, lambda state: state.scoring(), -1000, 1000, table)
    return f"{'win' if score > 0 else 'loss' if score < 0 else 'draw'}, {len(table.d):,} entries"


def value_with_core(name: str, threads: int = 1) -> str:
    solution = Core(game(name), threads=threads).result(game(name).start())
    return f"{solution.result}, {solution.cost.nodes:,} nodes"


def exact_with_core(name: str) -> str:
    core = Core(game(name))
    solution = core.solve(game(name).start())
    return f"{solution.value}, {solution.cost.nodes:,} nodes"


def value_with_ladder(name: str) -> str:
    ladder = Threats()
    value = ladder.value(game(name).start())
    return f"{value.result}, {ladder.nodes:,} nodes"


def table_with_core(name: str) -> str:
    table = StrongTable(game(name).start())
    return f"{len(table):,} positions, {table.memory / 1e6:.0f} MB"


def contests(quick: bool, long: bool) -> Iterator[Contest]:
    peers = {
        "open_spiel": (f"OpenSpiel {version('open_spiel')} MinimaxSolver", label_with_open_spiel),
        "easyAI": (f"easyAI {version('easyAI')}", label_with_easyai),
        "aima3": (f"aima3 {version('aima3')}", label_with_aima),
    }
    labels: dict[str, Callable[[], str]] = {"noughts, core": label_with_core}
    labels.update({title: work for package, (title, work) in peers.items() if version(package)})
    labels["noughts, best rung of the ladder"] = label_with_ladder
    yield Contest("All positions of 3×3", "label every position", 4 * RUNS, labels)

    values: dict[str, Callable[[], str]] = {"noughts, core": lambda: value_with_core("4,4,4")}
    if version("easyAI") and not quick:
        values[f"easyAI {version('easyAI')} with its table"] = lambda: result_with_easyai(4, 4, 4)
    if not quick:
        values["noughts, best rung of the ladder"] = lambda: value_with_ladder("4,4,4")
    yield Contest("The empty 4,4,4", "win, draw or loss", LONG_RUNS, values)

    rungs: dict[str, Callable[[], str]] = {"noughts, core": lambda: value_with_core("5,4,4")}
    if long:
        rungs["noughts, best rung of the ladder"] = lambda: value_with_ladder("5,4,4")
    yield Contest("The empty 5,4,4", "win, draw or loss", 1, rungs)

    for name in ("5,5,4", "6,5,4", "6,6,4"):
        threads = {
            "core, 1 thread": partial(value_with_core, name),
            "core, 2 threads": partial(value_with_core, name, threads=2),
        }
        yield Contest(f"The empty {name}", "win, draw or loss", RUNS, threads)
    for name in ("t3", "t3:4"):
        work = {"noughts, core": partial(exact_with_core, name)}
        yield Contest(f"The empty {name}, odds first", "exact value of every move", RUNS, work)
    for name in ("4,4,4", "t3"):
        work = {"noughts, core": partial(table_with_core, name)}
        yield Contest(f"Strong table of {name}", "value and distance of every position", LONG_RUNS, work)


def shown(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms" if seconds < 0.1 else f"{seconds:.2f} s"


def section(contest: Contest) -> Iterator[str]:
    rows = run(contest)
    ours = rows[0].seconds
    yield f"## {contest.title}: {contest.what}\n"
    yield "| program | answer | time | ratio |"
    yield "|---|---|--:|--:|"
    for row in rows:
        yield f"| {row.who} | {row.answer} | {shown(row.seconds)} | {row.seconds / ours:.3g} |"
    yield ""


def document(quick: bool, long: bool) -> Iterator[str]:
    yield "# Benchmarks\n"
    yield "Written by `make bench`. Programs alternate in one run on one machine; each time is the best of several."
    yield "Ratios are relative to the first row of each table.\n"
    absent = [name for name in ("open_spiel", "easyAI", "aima3") if not version(name)]
    yield from machine()
    if absent:
        yield f"Not installed, and so left out: {', '.join(absent)}."
    yield ""
    for contest in contests(quick, long):
        yield from section(contest)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--write", type=Path, help="write the page to this file, too")
    options.add_argument("--quick", action="store_true", help="leave out what takes more than a few seconds")
    options.add_argument("--long", action="store_true", help="with the ladder on 5,4,4, which takes minutes")
    chosen = options.parse_args()
    lines = []
    for line in document(chosen.quick, chosen.long):
        print(line, flush=True)
        lines.append(line)
    if chosen.write is not None:
        write_beginning(chosen.write, "\n".join(lines))
        print(f"written to {chosen.write}", file=sys.stderr)


if __name__ == "__main__":
    main()
