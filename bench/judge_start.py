"""The time of one JUDGE process on the empty board, against a Python that starts and does nothing.

Both are started by the same interpreter, taking turns, and the best of many runs counts: what is left is the work,
not the noise of the machine.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
QUESTION = (ROOT / "examples" / "judge-empty.txt").read_bytes()
RUNS = 60


def seconds(command: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, input=QUESTION, stdout=subprocess.PIPE, check=True)
    return time.perf_counter() - started


def main() -> None:
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "python tictactoe.py": [sys.executable, str(ROOT / "tictactoe.py")],
        "python -m noughts judge": [sys.executable, "-m", "noughts", "judge"],
    }
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(RUNS):
        for name, command in commands.items():
            best[name] = min(best[name], seconds(command))
    base = best["python -c pass"]
    for name, time_taken in best.items():
        print(f"{name:<26}{time_taken * 1000:8.2f} ms   ratio {time_taken / base:.2f}")


if __name__ == "__main__":
    main()
