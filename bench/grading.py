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
from noughts.grade.asking import question  # noqa: E402
from noughts.grade.driver import Threads  # noqa: E402
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
started = time.perf_counter()
for board, side in asked:
    agent.minimax([list(board[:3]), list(board[3:6]), list(board[6:])], 0, 0, 0, side == "X")
print(time.perf_counter() - started)
"""


def a_function(folder: Path) -> None:
    """The whole command on all positions, against the agent's own time for the same answers in a plain Python."""
    asked = [["".join("_XO"[mark] for mark in one.board), one.to_move] for one in positions.choose(RULES).positions]
    quick = agents.source("perfect", "agent")
    # The memo forgets sooner, so that there is work to do.
    slow = quick.replace("maxsize=None", "maxsize=40")
    for name, text in (("quick", quick), ("slow", slow)):
        place = folder / name
        place.mkdir()
        (place / "agent.py").write_text(text)
        plain = [sys.executable, "-c", OWN]
        own, whole = [], []
        for _ in range(ROUNDS):
            told = subprocess.run(plain, input=json.dumps(asked), cwd=place, capture_output=True, text=True, check=True)
            own.append(float(told.stdout))
            whole.append(seconds(lambda path=place / "agent.py": command(str(path), "--jobs", "1")))
        allowed = 3 * min(own) + 1
        print(
            f"a {name} function on all 5,478 positions: {min(own):.2f} s alone, {min(whole):.2f} s in all "
            f"(three times and a second would be {allowed:.2f} s)"
        )


def programs(folder: Path) -> None:
    """A process for each position: ours in the sandbox against as many bare processes at a time."""
    path = folder / "program.py"
    path.write_text(agents.source("first_empty", "judge"))
    asked = positions.choose(RULES, sample=300, seed=1)
    found = candidates.find([str(path)])
    questions = [question(position).encode() for position in asked.positions]

    def bare() -> None:
        def one(text: bytes) -> None:
            subprocess.run([sys.executable, str(path)], input=text, capture_output=True, check=True)

        with ThreadPoolExecutor(JOBS) as pool:
            list(pool.map(one, questions))

    def ours() -> None:
        Grading(found, Task(RULES, asked), Threads(JOBS)).run()

    ours()
    theirs, mine = [], []
    for _ in range(ROUNDS):
        theirs.append(seconds(bare))
        mine.append(seconds(ours))
    rates = [len(questions) / min(times) for times in (theirs, mine)]
    print(f"{JOBS} bare processes at a time {rates[0]:.0f} a second, graded {rates[1]:.0f}: {rates[1] / rates[0]:.0%}")


def fifty(folder: Path) -> None:
    """How much of the machine fifty small agents keep busy: processor time over wall time and cores."""
    inside = folder / "fifty"
    inside.mkdir()
    for number in range(50):
        text = agents.source("first_empty", "judge" if number % 2 else "agent") + f"\nNUMBER = {number}\n"
        (inside / f"agent{number:02}.py").write_text(text)
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command(str(inside), "--sample", "40", "--jobs", str(JOBS))
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"50 small agents: {wall:.1f} s, {busy:.1f} s of processor time, {busy / wall / JOBS:.0%} of {JOBS} cores")


def main() -> None:
    print(f"{JOBS} cores, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as made:
        for part in (a_function, programs, fifty):
            part(Path(made))


if __name__ == "__main__":
    main()
