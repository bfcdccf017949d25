"""Connect Four beside `bitbully`: the same random positions, in turns in one run, one thread each, no opening book.

python bench/connect4.py                               prints the tables
python bench/connect4.py --write docs/benchmarks.md    writes them there
python bench/connect4.py --few                         a few positions after many plies, to see that it runs

At the end: how long a person waits for every move with two threads, and the empty board from nothing.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from pathlib import Path

from bitbully.bitbully_core import BitBullyCore, BoardCore
from page import machine, write_part

from noughts.engine.core import Core
from noughts.games import Move, Position, Result, Value, game, position
from noughts.games.notation import sequence
from noughts.solver import Solver

CONNECT4 = game("connect4")
COUNTS = {8: 24, 12: 40, 16: 100, 20: 200, 24: 200}  # plies, and how many positions after so many
FEW = {16: 4, 20: 8}
ROUNDS = 2
THREADS, MEMORY = 2, 4 << 30  # for the empty board
WAITS, WAITED = (0, 2, 4, 6, 8, 9, 10, 12, 16), 40  # plies, and positions after so many: how long a person waits


def positions(plies: int, count: int) -> list[tuple[Position, str]]:
    """Positions after random moves, in which the game goes on."""
    chance, found = random.Random(plies), list[tuple[Position, str]]()
    while len(found) < count:
        now, played = CONNECT4.start(), list[Move]()
        while now.outcome is None and len(played) < plies:
            played.append(chance.choice(now.legal_moves))
            now = now.play(played[-1])
        if now.outcome is None:
            found.append((now, sequence.write(played, CONNECT4)))
    return found


def ours(asked: list[tuple[Position, str]], every_move: bool) -> tuple[float, list[object]]:
    """Seconds of the processor, and the answers. Each position has a new table, whose making does not count."""
    seconds, answers = 0.0, list[object]()
    for now, _ in asked:
        core = Core(CONNECT4)
        begun = time.process_time()
        found = core.solve(now).moves if every_move else core.value(now)
        seconds += time.process_time() - begun
        if isinstance(found, Value):
            answers.append((int(found.result), found.distance))
        else:
            answers.append({str(move): int(value.result) for move, value in found.items()})
    return seconds, answers


def theirs(asked: list[tuple[Position, str]], every_move: bool) -> tuple[float, list[object]]:
    """The same of the other program."""
    seconds, answers = 0.0, list[object]()
    for now, columns in asked:
        board, peer = BoardCore(), BitBullyCore()
        assert board.setBoard([int(column) - 1 for column in columns])
        begun = time.process_time()
        found = peer.scoreMoves(board) if every_move else peer.mtdf(board, 0)
        seconds += time.process_time() - begun
        if isinstance(found, int):
            distance = board.movesLeft() if found == 0 else BitBullyCore.scoreToMovesLeft(found, board)
            answers.append(((found > 0) - (found < 0), distance))
        else:
            answers.append({str(move): _sign(found[int(str(move)) - 1]) for move in now.legal_moves})
    return seconds, answers


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


def measure(asked: list[tuple[Position, str]], every_move: bool) -> tuple[float, float]:
    """Seconds a position for ours and theirs, the best of some rounds in turns; an error if the answers differ."""
    times = list[tuple[float, float]]()
    for _ in range(ROUNDS):
        (mine, answers), (other, expected) = ours(asked, every_move), theirs(asked, every_move)
        assert answers == expected
        times.append((mine, other))
    return min(one for one, _ in times) / len(asked), min(one for _, one in times) / len(asked)


def empty_board() -> list[str]:
    """Sentences with the seconds by the clock for the empty board; our core knows nothing of opening tables."""
    found = list[str]()
    for threads in (1, THREADS):
        core = Core(CONNECT4, memory=MEMORY, threads=threads)
        begun = time.perf_counter()
        value = core.value(CONNECT4.start())
        found.append(_shown(time.perf_counter() - begun))
        assert value == Value(Result.WIN, 41)
    begun = time.perf_counter()
    score = BitBullyCore().mtdf(BoardCore(), 0)
    found.append(_shown(time.perf_counter() - begun))
    assert BitBullyCore.scoreToMovesLeft(score, BoardCore()) == 41
    one, more, other = found
    return [
        f"The empty board from nothing, by the clock: noughts {one} with one thread and {more} with {THREADS},",
        f"bitbully {other}.",
    ]


def waits() -> list[str]:
    """How long a person waits for every move, by the clock: in games that are looked at from their first move on, and
    for positions that are opened alone."""
    in_games = dict[int, list[float]]()
    for _, columns in positions(max(WAITS), WAITED):
        solver = Solver(threads=THREADS)
        for plies in range(len(columns) + 1):
            now = position("connect4", columns[:plies]) if plies else CONNECT4.start()
            in_games.setdefault(plies, []).append(_seconds(solver, now))
    rows = ["| every move | in a game, mean | longest | opened alone, mean | longest |", "|---|--:|--:|--:|--:|"]
    for plies in WAITS:
        alone = [_seconds(Solver(threads=THREADS), now) for now, _ in positions(plies, WAITED)]
        times = (in_games[plies], alone)
        cells = (_shown(seconds) for found in times for seconds in (sum(found) / len(found), max(found)))
        rows.append(f"| after {plies} plies | {' | '.join(cells)} |")
        print(rows[-1], file=sys.stderr, flush=True)
    return rows


def _seconds(solver: Solver, now: Position) -> float:
    begun = time.perf_counter()
    solver.solve(now)
    return time.perf_counter() - begun


def table(counts: dict[int, int], with_people: bool) -> str:
    """The part of the document."""
    lines = [
        "## Connect Four",
        "",
        "Written by `make bench-connect4`: random positions after so many plies, one thread, no opening book, and a",
        f"new table for each position. Times are those of the processor for one position, the best of {ROUNDS} rounds",
        "in turns. Both programs give the same answers; for every move, noughts also gives the principal line.",
        "",
        *machine(),
        "",
    ]
    for every_move, title in ((False, "score of the position"), (True, "score of every move")):
        lines += [f"| {title} | positions | noughts | bitbully | ratio |", "|---|--:|--:|--:|--:|"]
        ratios = []
        for plies, count in counts.items():
            asked = positions(plies, max(2, count // 4) if every_move else count)
            mine, other = measure(asked, every_move)
            ratios.append(other / mine)
            row = f"| after {plies} plies | {len(asked)} | {_shown(mine)} | {_shown(other)} | {other / mine:.2f} |"
            lines.append(row)
            print(row, file=sys.stderr, flush=True)
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        lines += [f"| geometric mean | | | | {mean:.2f} |", ""]
    if with_people:
        lines += [
            f"What a person waits for with {THREADS} threads and the opening table, by the clock: {WAITED} random games"
        ]
        lines += ["that are looked at from the first move on, and as many positions that are opened alone.", ""]
        lines += [*waits(), "", *empty_board()]
    return "\n".join(lines).rstrip()


def _shown(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the part of this page, too")
    parser.add_argument("--few", action="store_true", help="few positions, and neither waits nor the empty board")
    options = parser.parse_args()
    if options.few and options.write is not None:
        parser.error("--few is for a trial; it is not written")
    part = table(FEW if options.few else COUNTS, with_people=not options.few)
    print(part)
    if options.write is not None:
        write_part(options.write, "connect4", part)


if __name__ == "__main__":
    main()
