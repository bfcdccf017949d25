"""What grading costs beside the agents themselves: a function, programs, and fifty small agents at a time.

Ours and the bare alternative take turns in one run; the best of several rounds counts. Agents are those of the tests.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from grade import agents  # noqa: E402

from noughts.games import game  # noqa: E402
from noughts.grade import candidates, positions  # noqa: E402
from noughts.grade.driver import GradingThreads  # noqa: E402
from noughts.grade.questions import question  # noqa: E402
from noughts.grade.session import Grading, Task  # noqa: E402

ROUNDS = 3
JOBS = os.cpu_count() or 1
RULES = game("tictactoe")


def seconds(work: object) -> float:
    started = time.perf_counter()
    assert callable(work)
    work()
    return time.perf_counter() - started


def command(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "noughts", "grade", *arguments], capture_output=True, check=False)


OWN = """
import json, sys, time
import agent
asked = json.load(sys.stdin)
started = time.perf_counter(), time.process_time()
for board, side in asked:
    agent.minimax([list(board[:3]), list(board[3:6]), list(board[6:])], 0, 0, 0, side == "X")
print(time.perf_counter() - started[0], time.process_time() - started[1])
"""


def a_function(folder: Path) -> None:
    """The whole command on all positions, against the agent's own time for the same answers in a plain Python.

    On a busy machine the processor's time says more; it is the grader's, and the agent's comes to it, in parallel.
    """
    asked = [["".join("_XO"[mark] for mark in one.board), one.to_move] for one in positions.choose(RULES).positions]
    quick = agents.source("perfect", "agent")
    # The memo forgets, so that there is work to do.
    slow = quick.replace("maxsize=None", "maxsize=1000")
    for name, text in (("quick", quick), ("slow", slow)):
        place = folder / name
        place.mkdir()
        (place / "agent.py").write_text(text)
        own, whole = [], []
        for _ in range(ROUNDS):
            told = subprocess.run(
                [sys.executable, "-c", OWN],
                input=json.dumps(asked),
                cwd=place,
                capture_output=True,
                text=True,
                check=True,
            )
            wall, busy = map(float, told.stdout.split())
            own.append((wall, busy))
            before = _children()
            wall = seconds(lambda path=place / "agent.py": command(str(path), "--jobs", "1"))
            whole.append((wall, _children() - before))
        for what, at in (("", 0), (" of the processor", 1)):
            alone, graded = min(pair[at] for pair in own), min(pair[at] for pair in whole)
            print(f"a {name} function: {alone:.2f} s{what} alone, {graded:.2f} s graded, {3 * alone + 1:.2f} s allowed")


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def programs(folder: Path) -> None:
    """A process for each position: ours in the sandbox against as many bare processes at a time."""
    path = folder / "program.py"
    path.write_text(agents.source("first_empty", "judge"))
    asked = positions.choose(RULES, sample=600, seed=1).drawn()
    found = candidates.find([str(path)], interface="judge")
    questions = [question(position).encode() for position in asked.positions]

    def bare() -> None:
        def one(text: bytes) -> None:
            subprocess.run([sys.executable, str(path)], input=text, capture_output=True, check=True)

        with ThreadPoolExecutor(JOBS) as pool:
            list(pool.map(one, questions))

    def ours() -> None:
        Grading(found, Task(RULES, asked), GradingThreads(JOBS)).run()

    ours()
    theirs, mine = [], []
    for _ in range(ROUNDS):
        theirs.append(seconds(bare))
        mine.append(seconds(ours))
    rates = [len(questions) / min(times) for times in (theirs, mine)]
    print(f"{JOBS} bare processes at a time {rates[0]:.0f} a second, graded {rates[1]:.0f}: {rates[1] / rates[0]:.0%}")


def fifty(folder: Path) -> None:
    """How much of the machine is idle while fifty small agents are graded; others who use it are counted too."""
    inside = folder / "fifty"
    inside.mkdir()
    for number in range(50):
        text = agents.source("first_empty", "judge" if number % 2 else "agent") + f"\nNUMBER = {number}\n"
        (inside / f"agent{number:02}.py").write_text(text)
    started, before = time.perf_counter(), _machine()
    command(str(inside), "--sample", "20", "--jobs", str(JOBS))
    wall, after = time.perf_counter() - started, _machine()
    print(f"50 small agents: {wall:.1f} s, in which {1 - (after - before) / wall / JOBS:.0%} of {JOBS} cores were busy")


def _machine() -> float:
    """How long all cores together have been idle, in seconds."""
    return float(Path("/proc/uptime").read_text().split()[1])


def main() -> None:
    print(f"{JOBS} cores, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as made:
        for part in (a_function, programs, fifty):
            if not sys.argv[1:] or part.__name__ in sys.argv[1:]:
                part(Path(made))


if __name__ == "__main__":
    main()
