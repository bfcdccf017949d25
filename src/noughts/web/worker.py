"""The process in which long work is done: a question a line on standard input, answers as lines of JSON.

It is another process so that it can be ended at any moment, has a limit of its own on memory, and takes no time from
those who play. `{"progress": …}` may come many times, then `{"result": …}` or `{"error": …}` once.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from .. import solver
from ..engine import why_missing
from ..errors import NoughtsError, SearchStopped
from ..explain import tree_page, words
from ..explain.race_picture import Heat, RaceEntry, RacePicture, as_list
from ..explain.report import solution_json
from ..explain.tree_picture import TreePicture
from ..explain.tree_view import Tree
from ..games import Game, Position, Ranking, game, position
from ..language import _, said, speaking
from ..search import LADDER, AlphaBeta, Minimax, Trace
from ..search.progress import Progress
from .move_proof import move_proof

MEMORY = 256 << 20  # bytes, unless whoever starts a worker says otherwise
THREADS = 1 if sys.platform == "emscripten" else min(2, os.cpu_count() or 1)  # a browser has none for the core
LADDER_NODES = 2_000_000
TREE_NODES, TREE_DRAWN = 60_000, 400
FEW = 6  # empty cells of a position whose tree is small
RACE_NODES, RACE_WORK, RACE_SECONDS = 600_000, 4_000_000, 2.0  # for each rung
ALGORITHMS = {"minimax": Minimax, "alphabeta": AlphaBeta}
_PAUSE = 0.2  # seconds between two reports

Tell = Callable[[Progress], object]


def main() -> None:
    """Answers until standard input ends. The first argument is how much memory may be used."""
    memory = int(sys.argv[1]) if len(sys.argv) > 1 else MEMORY
    _limit_memory(memory)
    for line in sys.stdin:
        _write(answered(json.loads(line), memory))


def answered(question: dict[str, Any], memory: int = MEMORY) -> dict[str, Any]:
    """The result of a question, or what is wrong."""
    with speaking(question.get("language", "en")):
        try:
            return {"result": KINDS[question["kind"]](question)}
        except NoughtsError as error:
            return {"error": said(error)}
        except MemoryError:
            return {"error": _("this takes more than {size} MB of memory").format(size=memory >> 20)}


def _limit_memory(memory: int) -> None:
    try:
        import resource
    except ImportError:  # not on every system
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _write(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def _reporter(seconds: float = math.inf) -> Tell:
    """Says how far a search is, and ends one that takes longer than so many seconds."""
    last, started = 0.0, time.monotonic()

    def tell(now: Progress) -> None:
        nonlocal last
        if time.monotonic() - started > seconds:
            raise SearchStopped("stopped after {seconds} s", seconds=f"{seconds:g}")
        if time.monotonic() - last >= _PAUSE:
            last = time.monotonic()
            done = {"nodes": now.nodes, "seconds": round(now.seconds, 3), "done": now.done, "total": now.total}
            _write({"progress": done})

    return tell


def _position(question: dict[str, Any]) -> Position:
    return position(game(question["game"]), question["position"], lenient=True)


@lru_cache(maxsize=1)
def _solver(_game: Game, memory: int) -> solver.Solver:
    """Kept while questions are about one game: the next one finds what was found for the last."""
    return solver.Solver(memory=memory, threads=THREADS)


def solve(question: dict[str, Any]) -> dict[str, Any]:
    """The solution as `noughts solve --json` has it."""
    start, ranking = _position(question), Ranking.named(question.get("ranking", "quickest"))
    engine = _solver(start.game, question.get("memory", MEMORY) // 4)
    seconds = question["seconds"]
    if why_missing() is not None:
        return solution_json(engine.solve(start, ranking, progress=_reporter(seconds), node_limit=LADDER_NODES))
    return solution_json(engine.solve(start, ranking, progress=_reporter(), time_limit=seconds, every_move=True))


def tree(question: dict[str, Any]) -> dict[str, Any]:
    """The parts of the page of a search tree."""
    start, algorithm = _position(question), ALGORITHMS[question["algorithm"]]
    trace = Trace()
    search = algorithm(trace=trace, node_limit=TREE_NODES)
    is_finished = True
    try:
        search.value(start)
    except SearchStopped:
        is_finished = False
    shown = Tree(trace, nodes=TREE_DRAWN, algorithm=algorithm.name)
    picture = TreePicture(shown)
    return {
        "title": picture.title,
        "summary": picture.description,
        "picture": picture.svg(background=False),
        "data": tree_page.data(shown, picture),
        "algorithm": algorithm.name,
        "stopped": 0 if is_finished else len(trace),
        "smaller": "" if is_finished else smaller(start).text,
    }


def smaller(position: Position) -> Position:
    """A position that comes from this one and whose tree can be drawn: few cells are empty, and the game goes on."""
    while position.board.count(0) > FEW:
        after = [position.play(move) for move in sorted(position.legal_moves, key=position.game.preference)]
        quiet = [now for now in after if now.outcome is None and not now.completing_moves()]
        going = quiet or [now for now in after if now.outcome is None]
        if not going:
            break
        position = going[0]
    return position


def race(question: dict[str, Any]) -> dict[str, Any]:
    """The picture of the race of the ladder on a position."""
    start = _position(question)
    rules, limit = start.game, RACE_NODES
    is_small = rules.cells <= 9 and len(start.legal_moves) <= 9
    if not is_small:  # a node costs the more, the larger the board is
        limit = max(RACE_WORK // (rules.cells * max(len(rules.lines), 1)), 200)
    entries, answer = [], words.capital(words.not_known())
    for algorithm in LADDER:
        search, started = (
            algorithm(node_limit=limit, progress=None if is_small else _stop_late),
            time.perf_counter(),
        )
        try:
            value = search.value(start)
            answer = words.capital(words.sentence(value, start.to_move))
        except SearchStopped:
            value = None
        entries.append(RaceEntry(algorithm.name, search.nodes, time.perf_counter() - started, value is not None))
    board = _("empty board") if not any(start.board) else start.text
    heat = Heat(f"{start.game.name}, {board}", answer, entries)
    return {"picture": RacePicture([heat], _("The race")).svg(background=False, heading=False), "list": as_list(heat)}


def _stop_late(now: Progress) -> None:
    if now.seconds > RACE_SECONDS:
        raise SearchStopped("stopped after {seconds} s", seconds=f"{now.seconds:.0f}")


def proof(question: dict[str, Any]) -> dict[str, Any]:
    """The proof of one move, as it is shown while somebody points at it."""
    memory = question.get("memory", MEMORY) // 4
    return move_proof(_position(question), int(question["cell"]), memory, layout=int(question["layout"]))


KINDS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "solve": solve,
    "tree": tree,
    "race": race,
    "proof": proof,
}

if __name__ == "__main__":
    main()
